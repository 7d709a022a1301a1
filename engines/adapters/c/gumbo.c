/* libgumbo. */

#include <gumbo.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

const char *introduction(void) {
    return "{\"hello\":1,\"engine\":\"gumbo\",\"version\":\"" GUMBO_VERSION "\",\"language\":\"C\","
           "\"can\":[\"document\",\"fragment\",\"mode\",\"nodes\"],"
           "\"cannot\":{\"bytes\":\"libgumbo takes UTF-8\",\"surrogates\":\"libgumbo takes UTF-8\","
           "\"scripting\":\"libgumbo has no scripting flag\"}}";
}

static const char *const NAMESPACES[] = {"html", "svg", "math"};
static const char *const ATTRIBUTE_NAMESPACES[] = {"", "xlink", "xml", "xmlns"};
static const char *const MODES[] = {"no-quirks", "quirks", "limited-quirks"};

/* An element. Where libgumbo has no tag for its name, the name is to be had from the source, as the source has it: the
 * tokenizer's lower case and its replacement of NUL have to be made up for. */
static void element(size_t depth, const GumboElement *element) {
    const char *namespace = NAMESPACES[element->tag_namespace];
    GumboStringPiece original = element->original_tag;
    if (original.data != NULL) gumbo_tag_from_original_text(&original);
    const char *known = gumbo_normalized_tagname(element->tag);
    if (element->tag_namespace == GUMBO_NAMESPACE_SVG && original.data != NULL) {
        const char *svg = gumbo_normalize_svg_tagname(&original);
        if (svg != NULL) known = svg;
    }
    if (*known != '\0' || original.data == NULL) {
        write_element(depth, namespace, text_of(known));
    } else {
        static const char replacement[] = "\xEF\xBF\xBD";
        char *name = malloc(3 * original.length + 1);
        if (name == NULL) abort();
        size_t length = 0;
        for (size_t at = 0; at < original.length; at++) {
            char c = original.data[at];
            if (c == '\0') {
                memcpy(name + length, replacement, 3);
                length += 3;
            } else {
                name[length++] = c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
            }
        }
        Text text = {name, length};
        write_element(depth, namespace, text);
        free(name);
    }
    for (unsigned at = 0; at < element->attributes.length; at++) {
        const GumboAttribute *attribute = element->attributes.data[at];
        write_attribute(ATTRIBUTE_NAMESPACES[attribute->attr_namespace], text_of(attribute->name),
                        text_of(attribute->value));
    }
}

/* Writes a node without what is in it; gives that, or NULL. */
static const GumboVector *node(size_t depth, const GumboNode *node) {
    switch (node->type) {
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
        element(depth, &node->v.element);
        return &node->v.element.children;
    case GUMBO_NODE_COMMENT:
        write_comment(depth, text_of(node->v.text.text));
        return NULL;
    default:
        write_text(depth, text_of(node->v.text.text));
        return NULL;
    }
}

/* Writes what is below a node. libgumbo tells adjacent texts of different kinds apart: they are one text. */
static void below(const GumboNode *root, const GumboVector *children) {
    size_t depth = 0;
    const GumboNode *parent = root;
    unsigned at = 0;
    while (true) {
        if (at == children->length) {
            if (parent == root) return;
            depth -= parent->type == GUMBO_NODE_TEMPLATE ? 2 : 1;
            at = (unsigned)parent->index_within_parent + 1;
            parent = parent->parent;
            children = parent->type == GUMBO_NODE_DOCUMENT ? &parent->v.document.children
                                                           : &parent->v.element.children;
            continue;
        }
        const GumboNode *child = children->data[at];
        const GumboVector *inside = node(depth, child);
        if (inside == NULL) {
            at++;
            continue;
        }
        if (child->type == GUMBO_NODE_TEMPLATE) write_template_contents(depth++);
        depth++;
        parent = child;
        children = inside;
        at = 0;
    }
}

void answer(const Question *question) {
    GumboOptions options = kGumboDefaultOptions;
    options.max_errors = 0;
    if (question->context.length > 0) {
        char *name = strndup(question->context.data, question->context.length);
        options.fragment_context = gumbo_tag_enum(name);
        options.fragment_namespace = text_is(question->namespace, "svg")    ? GUMBO_NAMESPACE_SVG
                                     : text_is(question->namespace, "math") ? GUMBO_NAMESPACE_MATHML
                                                                            : GUMBO_NAMESPACE_HTML;
        free(name);
    }
    GumboOutput *output = gumbo_parse_with_options(&options, question->html.data, question->html.length);
    if (question->context.length > 0) {
        below(output->root, &output->root->v.element.children);
    } else {
        const GumboDocument *document = &output->document->v.document;
        if (document->has_doctype) {
            write_doctype(text_of(document->name), text_of(document->public_identifier),
                          text_of(document->system_identifier));
        }
        below(output->document, &document->children);
        document_mode(MODES[document->doc_type_quirks_mode]);
    }
    gumbo_destroy_output(&options, output);
}
