/* lexbor. */

#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>
#include <stdlib.h>

#include "engine.h"

const char *introduction(void) {
    return "{\"hello\":1,\"engine\":\"lexbor\",\"version\":\"" LEXBOR_VERSION "\",\"language\":\"C\","
           "\"can\":[\"document\",\"fragment\",\"scripting\",\"mode\",\"nodes\"],"
           "\"cannot\":{\"bytes\":\"the adapter asks lexbor with decoded text\","
           "\"surrogates\":\"lexbor takes UTF-8\"}}";
}

static const char *const MODES[] = {"no-quirks", "quirks", "limited-quirks"};

static const char *name_of(lxb_ns_id_t namespace) {
    switch (namespace) {
    case LXB_NS_MATH: return "math";
    case LXB_NS_SVG: return "svg";
    case LXB_NS_XLINK: return "xlink";
    case LXB_NS_XML: return "xml";
    case LXB_NS_XMLNS: return "xmlns";
    default: return "html";
    }
}

static Text text(const lxb_char_t *data, size_t length) {
    Text text = {(const char *)data, data == NULL ? 0 : length};
    return text;
}

static void element(size_t depth, lxb_dom_element_t *element) {
    size_t length;
    const lxb_char_t *name = lxb_dom_element_qualified_name(element, &length);
    write_element(depth, name_of(element->node.ns), text(name, length));
    for (lxb_dom_attr_t *attribute = element->first_attr; attribute != NULL; attribute = attribute->next) {
        size_t name_length, value_length;
        /* The namespace of the element is that of attributes which the standard has in none. */
        bool in_none = attribute->node.ns < LXB_NS_XLINK;
        const lxb_char_t *name = in_none ? lxb_dom_attr_qualified_name(attribute, &name_length)
                                         : lxb_dom_attr_local_name(attribute, &name_length);
        const lxb_char_t *value = lxb_dom_attr_value(attribute, &value_length);
        write_attribute(in_none ? "" : name_of(attribute->node.ns), text(name, name_length),
                        text(value, value_length));
    }
}

static void write_node(size_t depth, lxb_dom_node_t *node) {
    lexbor_str_t *data = &lxb_dom_interface_character_data(node)->data;
    switch (node->type) {
    case LXB_DOM_NODE_TYPE_ELEMENT:
        element(depth, lxb_dom_interface_element(node));
        break;
    case LXB_DOM_NODE_TYPE_TEXT:
    case LXB_DOM_NODE_TYPE_CDATA_SECTION:
        write_text(depth, text(data->data, data->length));
        break;
    case LXB_DOM_NODE_TYPE_COMMENT:
        write_comment(depth, text(data->data, data->length));
        break;
    case LXB_DOM_NODE_TYPE_PROCESSING_INSTRUCTION: {
        lexbor_str_t *target = &lxb_dom_interface_processing_instruction(node)->target;
        write_processing_instruction(depth, text(target->data, target->length), text(data->data, data->length));
        break;
    }
    case LXB_DOM_NODE_TYPE_DOCUMENT_TYPE: {
        lxb_dom_document_type_t *doctype = lxb_dom_interface_document_type(node);
        size_t name, public_id, system_id;
        const lxb_char_t *name_data = lxb_dom_document_type_name(doctype, &name);
        const lxb_char_t *public_data = lxb_dom_document_type_public_id(doctype, &public_id);
        const lxb_char_t *system_data = lxb_dom_document_type_system_id(doctype, &system_id);
        write_doctype(text(name_data, name), text(public_data, public_id), text(system_data, system_id));
        break;
    }
    default: break;
    }
}

/* The contents of a template; NULL for other nodes. */
static lxb_dom_node_t *contents(lxb_dom_node_t *node) {
    if (node->type != LXB_DOM_NODE_TYPE_ELEMENT || node->local_name != LXB_TAG_TEMPLATE || node->ns != LXB_NS_HTML)
        return NULL;
    return lxb_dom_interface_node(lxb_html_interface_template(node)->content);
}

/* What is still to be written: a node, after which come those beside it, and its depth. */
typedef struct {
    lxb_dom_node_t *node;
    size_t depth;
} Level;

static Level *levels;
static size_t count, capacity;

static void push(lxb_dom_node_t *node, size_t depth) {
    if (node == NULL) return;
    if (count == capacity) {
        capacity = 2 * capacity + 64;
        levels = realloc(levels, capacity * sizeof *levels);
        if (levels == NULL) abort();
    }
    levels[count].node = node;
    levels[count++].depth = depth;
}

static void below(lxb_dom_node_t *root) {
    push(root->first_child, 0);
    while (count > 0) {
        Level *level = &levels[count - 1];
        lxb_dom_node_t *node = level->node;
        size_t depth = level->depth;
        if (node->next != NULL) level->node = node->next;
        else count--;
        write_node(depth, node);
        push(node->first_child, depth + 1);
        lxb_dom_node_t *content = contents(node);
        if (content != NULL) {
            write_template_contents(depth);
            push(content->first_child, depth + 2);
        }
    }
}

/* lexbor fails where memory does, and an engine that dies is an answer too. */
static void check(lxb_status_t status) {
    if (status != LXB_STATUS_OK) abort();
}

void answer(const Question *question) {
    const lxb_char_t *html = (const lxb_char_t *)question->html.data;
    lxb_html_parser_t *parser = lxb_html_parser_create();
    check(lxb_html_parser_init(parser));
    lxb_html_parser_scripting_set(parser, question->scripting);
    if (question->context.length == 0) {
        lxb_html_document_t *document = lxb_html_parse(parser, html, question->html.length);
        check(lxb_html_parser_status(parser));
        below(lxb_dom_interface_node(document));
        document_mode(MODES[lxb_dom_interface_document(document)->compat_mode]);
        lxb_html_document_destroy(document);
    } else {
        lxb_ns_id_t namespace = text_is(question->namespace, "svg")    ? LXB_NS_SVG
                                : text_is(question->namespace, "math") ? LXB_NS_MATH
                                                                       : LXB_NS_HTML;
        lxb_html_document_t *document = lxb_html_document_create();
        const lxb_char_t *name = (const lxb_char_t *)question->context.data;
        lxb_dom_element_t *context = lxb_dom_document_create_element(lxb_dom_interface_document(document), name,
                                                                     question->context.length, NULL);
        lxb_tag_id_t tag = lxb_dom_interface_node(context)->local_name;
        lxb_dom_node_t *root = lxb_html_parse_fragment_by_tag_id(parser, document, tag, namespace, html,
                                                                 question->html.length);
        check(lxb_html_parser_status(parser));
        below(root);
        lxb_html_document_destroy(document);
    }
    lxb_html_parser_destroy(parser);
}
