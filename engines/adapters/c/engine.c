#define _POSIX_C_SOURCE 200809L

/* The engine protocol for parsers in C; see engine.h. */

#include "engine.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Bytes that grow. */
typedef struct {
    char *data;
    size_t length, capacity;
} Buffer;

static _Noreturn void give_up(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(2);
}

static void append(Buffer *buffer, const char *data, size_t length) {
    if (buffer->capacity - buffer->length < length) {
        size_t capacity = 2 * (buffer->length + length) + 64;
        char *grown = realloc(buffer->data, capacity);
        if (grown == NULL) give_up("out of memory");
        buffer->data = grown;
        buffer->capacity = capacity;
    }
    if (length > 0) memcpy(buffer->data + buffer->length, data, length);
    buffer->length += length;
}

static void append_string(Buffer *buffer, const char *string) { append(buffer, string, strlen(string)); }

static void append_text(Buffer *buffer, Text text) { append(buffer, text.data, text.length); }

Text text_of(const char *string) {
    Text text = {string, string == NULL ? 0 : strlen(string)};
    return text;
}

bool text_is(Text text, const char *string) {
    return text.length == strlen(string) && memcmp(text.data, string, text.length) == 0;
}

/* ---- JSON: the questions are flat objects. ---- */

typedef struct {
    char *at;
    char *end;
} Reader;

static void skip_blanks(Reader *reader) {
    while (reader->at < reader->end && strchr(" \t\r", *reader->at) != NULL && *reader->at != '\0') reader->at++;
}

static bool take(Reader *reader, char expected) {
    skip_blanks(reader);
    if (reader->at == reader->end || *reader->at != expected) return false;
    reader->at++;
    return true;
}

static void expect(Reader *reader, char expected) {
    if (!take(reader, expected)) give_up("a question is not the JSON object that was expected");
}

static uint32_t hexadecimal(Reader *reader) {
    uint32_t value = 0;
    for (int digits = 0; digits < 4; digits++) {
        char c = reader->at < reader->end ? *reader->at++ : 0;
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit == 16) give_up("an escape in a question is none of JSON's");
        value = value << 4 | digit;
    }
    return value;
}

static char *put_utf8(char *to, uint32_t c) {
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

/* Reads a string; it is unescaped where it stands, since no escape is shorter than what it stands for. */
static Text read_string(Reader *reader) {
    expect(reader, '"');
    char *start = reader->at, *to = start;
    while (reader->at < reader->end && *reader->at != '"') {
        if (*reader->at != '\\') {
            *to++ = *reader->at++;
            continue;
        }
        reader->at++;
        char escape = reader->at < reader->end ? *reader->at++ : 0;
        static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
        const char *known = escape ? strchr(escapes, escape) : NULL;
        if (known != NULL) {
            *to++ = meant[known - escapes];
        } else if (escape == 'u') {
            uint32_t c = hexadecimal(reader);
            /* Lone surrogates do not come to an engine that does not claim to take them. */
            if (c >= 0xD800 && c < 0xDC00 && reader->end - reader->at >= 6 && reader->at[1] == 'u') {
                reader->at += 2;
                c = 0x10000 + ((c - 0xD800) << 10) + (hexadecimal(reader) - 0xDC00);
            }
            to = put_utf8(to, c);
        } else {
            give_up("an escape in a question is none of JSON's");
        }
    }
    expect(reader, '"');
    Text text = {start, (size_t)(to - start)};
    return text;
}

/* Reads over a number, true, false or null, and gives it. */
static Text read_word(Reader *reader) {
    skip_blanks(reader);
    char *start = reader->at;
    while (reader->at < reader->end && strchr(",}", *reader->at) == NULL) reader->at++;
    Text text = {start, (size_t)(reader->at - start)};
    return text;
}

/* ---- Answers ---- */

/* The members of the answer that the adapter writes. */
static Buffer nodes;
static Buffer extra;
/* Whether the attributes of an element are being written. */
static bool in_element;
static const char *unsupported_reason;

static void append_json(Buffer *out, Text text) {
    append_string(out, "\"");
    size_t start = 0;
    for (size_t at = 0; at < text.length; at++) {
        unsigned char c = (unsigned char)text.data[at];
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        append(out, text.data + start, at - start);
        char escape[8];
        snprintf(escape, sizeof escape, "\\u%04x", c);
        append_string(out, escape);
        start = at + 1;
    }
    append(out, text.data + start, text.length - start);
    append_string(out, "\"");
}

static void end_element(void) {
    if (in_element) append_string(&nodes, "]]");
    in_element = false;
}

/* Begins a node; its strings follow. */
static void begin_node(size_t depth, const char *kind) {
    end_element();
    char start[40];
    snprintf(start, sizeof start, "%s[%zu,\"", nodes.length > 0 ? "," : "", depth);
    append_string(&nodes, start);
    append_string(&nodes, kind);
    append_string(&nodes, "\"");
}

static void append_item(Text text) {
    append_string(&nodes, ",");
    append_json(&nodes, text);
}

/* Writes a node that holds one string. */
static void write_leaf(size_t depth, const char *kind, Text data) {
    begin_node(depth, kind);
    append_item(data);
    append_string(&nodes, "]");
}

void write_doctype(Text name, Text public_id, Text system_id) {
    begin_node(0, "doctype");
    append_item(name);
    append_item(public_id);
    append_item(system_id);
    append_string(&nodes, "]");
}

void write_element(size_t depth, const char *namespace, Text name) {
    begin_node(depth, "element");
    append_item(text_of(namespace));
    append_item(name);
    append_string(&nodes, ",[");
    in_element = true;
}

void write_attribute(const char *namespace, Text name, Text value) {
    append_string(&nodes, nodes.data[nodes.length - 1] == '[' ? "[" : ",[");
    append_json(&nodes, text_of(namespace));
    append_item(name);
    append_item(value);
    append_string(&nodes, "]");
}

void write_text(size_t depth, Text data) { write_leaf(depth, "text", data); }

void write_comment(size_t depth, Text data) { write_leaf(depth, "comment", data); }

void write_processing_instruction(size_t depth, Text target, Text data) {
    begin_node(depth, "pi");
    append_item(target);
    append_item(data);
    append_string(&nodes, "]");
}

void write_template_contents(size_t depth) {
    begin_node(depth + 1, "content");
    append_string(&nodes, "]");
}

void unsupported(const char *reason) { unsupported_reason = reason; }

void document_mode(const char *mode) {
    append_string(&extra, ",\"mode\":\"");
    append_string(&extra, mode);
    append_string(&extra, "\"");
}

/* Says how the context element of a fragment is written: `td`, `svg desc`. */
static void read_context(Question *question, Text context) {
    const char *space = memchr(context.data, ' ', context.length);
    question->namespace = text_of("html");
    question->context = context;
    if (space != NULL) {
        question->namespace.data = context.data;
        question->namespace.length = (size_t)(space - context.data);
        question->context.data = space + 1;
        question->context.length = context.length - question->namespace.length - 1;
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void reply(char *line, size_t length) {
    Reader reader = {line, line + length};
    Question question = {0};
    Text id = {0};
    bool hello = false;
    expect(&reader, '{');
    do {
        Text name = read_string(&reader);
        expect(&reader, ':');
        skip_blanks(&reader);
        bool is_string = reader.at < reader.end && *reader.at == '"';
        Text value = is_string ? read_string(&reader) : read_word(&reader);
        if (text_is(name, "hello")) hello = true;
        else if (text_is(name, "id")) id = value;
        else if (text_is(name, "html")) question.html = value;
        else if (text_is(name, "context") && is_string) read_context(&question, value);
        else if (text_is(name, "scripting")) question.scripting = text_is(value, "true");
    } while (take(&reader, ','));

    Buffer out = {0};
    if (hello) {
        append_string(&out, introduction());
    } else {
        nodes.length = extra.length = 0;
        in_element = false;
        unsupported_reason = NULL;
        double start = seconds();
        answer(&question);
        end_element();
        double taken = seconds() - start;
        append_string(&out, "{\"id\":");
        append_text(&out, id);
        if (unsupported_reason != NULL) {
            append_string(&out, ",\"unsupported\":");
            append_json(&out, text_of(unsupported_reason));
        } else {
            append_string(&out, ",\"nodes\":[");
            append(&out, nodes.data, nodes.length);
            append_string(&out, "]");
            append(&out, extra.data, extra.length);
        }
        char time[40];
        snprintf(time, sizeof time, ",\"seconds\":%.9f}", taken);
        append_string(&out, time);
    }
    append_string(&out, "\n");
    if (fwrite(out.data, 1, out.length, stdout) != out.length || fflush(stdout) != 0) {
        give_up("cannot write to stdout");
    }
    free(out.data);
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t length; (length = getline(&line, &capacity, stdin)) > 0;) {
        if (line[length - 1] == '\n') length--;
        reply(line, (size_t)length);
    }
    free(line);
    return ferror(stdin) ? 2 : 0;
}
