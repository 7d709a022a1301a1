/* The engine protocol for parsers in C: questions on stdin, answers on stdout, a line of JSON each.
 *
 * An adapter defines `introduction` and `answer`, and writes a tree with the functions below, each node after its
 * parent and with its depth. Memory that runs out ends the process, which is an answer of its own. */

#ifndef CROSSCHECK_ENGINE_H
#define CROSSCHECK_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

/* Some bytes, not ended by a NUL. */
typedef struct {
    const char *data;
    size_t length;
} Text;

Text text_of(const char *string);
bool text_is(Text text, const char *string);

/* A question for a tree. */
typedef struct {
    Text html;
    /* The context element of a fragment: "html", "svg" or "math", and its local name, which is empty for a document. */
    Text namespace;
    Text context;
    bool scripting;
} Question;

/* To be defined by the adapter: the introduction as a JSON object. It can `nodes`, as the functions below write them. */
const char *introduction(void);

/* To be defined by the adapter: writes the answer, by `write_node` and its like or by `unsupported`. */
void answer(const Question *question);

void unsupported(const char *reason);
/* The mode of the document: "no-quirks", "limited-quirks" or "quirks". */
void document_mode(const char *mode);

/* `namespace` is "html", "svg" or "math" for elements, and "", "xlink", "xml" or "xmlns" for attributes. The attributes
 * of an element come right after it. */
void write_doctype(Text name, Text public_id, Text system_id);
void write_element(size_t depth, const char *namespace, Text name);
void write_attribute(const char *namespace, Text name, Text value);
void write_text(size_t depth, Text data);
void write_comment(size_t depth, Text data);
void write_processing_instruction(size_t depth, Text target, Text data);
/* What is in the contents of a template at `depth` follows, two deeper. */
void write_template_contents(size_t depth);

#endif
