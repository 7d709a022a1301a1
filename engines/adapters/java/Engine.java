// The engine protocol for parsers in Java: questions on stdin, answers on stdout, a line of JSON each.

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Engine {
    private Engine() {}

    /** A question for a tree. */
    static final class Question {
        String html;
        /** The context element's local name; null for a document. */
        String context;
        /** What it is of: "html", "svg" or "math". */
        String namespace;
        boolean scripting;
    }

    /** What answers a question. */
    interface Parser {
        /** Writes the tree; the mode of a document, if it is known, goes to `tree.mode`. */
        void parse(Question question, Tree tree) throws Exception;
    }

    /** The engine cannot answer. */
    static final class Unsupported extends Exception {
        Unsupported(String reason) {
            super(reason);
        }
    }

    /** Reads questions and writes answers until stdin ends. The introduction is a JSON object; it can `nodes`. */
    static void serve(String introduction, Parser parser) throws Exception {
        InputStream in = new BufferedInputStream(System.in, 1 << 16);
        OutputStream out = new BufferedOutputStream(System.out, 1 << 16);
        for (String line; (line = readLine(in)) != null; ) {
            Map<String, String> asked = new Json(line).object();
            String reply = asked.containsKey("hello") ? introduction : reply(asked, parser);
            out.write(reply.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
            out.flush();
        }
    }

    private static String reply(Map<String, String> asked, Parser parser) throws Exception {
        Question question = new Question();
        question.html = asked.get("html");
        question.scripting = "true".equals(asked.get("scripting"));
        String context = asked.get("context");
        if (context != null) {
            int space = context.indexOf(' ');
            question.namespace = space < 0 ? "html" : context.substring(0, space);
            question.context = context.substring(space + 1);
        }
        Tree tree = new Tree();
        long start = System.nanoTime();
        StringBuilder reply = new StringBuilder("{\"id\":").append(asked.get("id"));
        try {
            parser.parse(question, tree);
            reply.append(",\"nodes\":[").append(tree.nodes).append(']');
            if (tree.mode != null) Json.quote(reply.append(",\"mode\":"), tree.mode);
        } catch (Unsupported unsupported) {
            Json.quote(reply.append(",\"unsupported\":"), unsupported.getMessage());
        }
        return reply.append(",\"seconds\":").append((System.nanoTime() - start) / 1e9).append('}').toString();
    }

    private static String readLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b; (b = in.read()) >= 0; line.write(b)) {
            if (b == '\n') return line.toString(StandardCharsets.UTF_8);
        }
        return null;
    }

    /** A tree, written node by node in tree order. */
    static final class Tree {
        private final StringBuilder nodes = new StringBuilder();
        String mode;

        /** Attributes are namespace, local name and value. */
        void element(int depth, String namespace, String name, List<String[]> attributes) {
            begin(depth, "element", namespace, name);
            nodes.append(",[");
            for (String[] attribute : attributes) {
                nodes.append(nodes.charAt(nodes.length() - 1) == '[' ? "[" : ",[");
                Json.quote(nodes, attribute[0]);
                Json.quote(nodes.append(','), attribute[1]);
                Json.quote(nodes.append(','), attribute[2]);
                nodes.append(']');
            }
            nodes.append("]]");
        }

        void doctype(String name, String publicId, String systemId) {
            leaf(0, "doctype", orEmpty(name), orEmpty(publicId), orEmpty(systemId));
        }

        void text(int depth, CharSequence data) {
            leaf(depth, "text", data);
        }

        void comment(int depth, String data) {
            leaf(depth, "comment", data);
        }

        void processingInstruction(int depth, String target, String data) {
            leaf(depth, "pi", target, data);
        }

        /** The contents of the template at this depth; what is in them is two deeper than it. */
        void templateContents(int depth) {
            leaf(depth + 1, "content");
        }

        private void leaf(int depth, String kind, CharSequence... strings) {
            begin(depth, kind, strings);
            nodes.append(']');
        }

        private void begin(int depth, String kind, CharSequence... strings) {
            nodes.append(nodes.length() > 0 ? ",[" : "[").append(depth).append(",\"").append(kind).append('"');
            for (CharSequence string : strings) Json.quote(nodes.append(','), string);
        }

        private static String orEmpty(String text) {
            return text == null ? "" : text;
        }
    }

    /** As much of JSON as the questions take: flat objects. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        /** The members; strings as what they say, null as null, the rest as it is written. */
        Map<String, String> object() {
            Map<String, String> members = new HashMap<>();
            at = text.indexOf('{') + 1;
            do {
                at = text.indexOf('"', at);
                String name = string();
                at = text.indexOf(':', at) + 1;
                while (text.charAt(at) == ' ') at++;
                members.put(name, text.charAt(at) == '"' ? string() : word());
            } while (text.charAt(at++) == ',');
            return members;
        }

        private String word() {
            int start = at;
            while (",}".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at).trim();
            return word.equals("null") ? null : word;
        }

        private String string() {
            StringBuilder string = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    string.append(text.charAt(at));
                    continue;
                }
                char escape = text.charAt(++at);
                int known = "bfnrt".indexOf(escape);
                if (escape == 'u') {
                    string.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    string.append(known < 0 ? escape : "\b\f\n\r\t".charAt(known));
                }
            }
            at++;
            return string.toString();
        }

        static void quote(StringBuilder out, CharSequence text) {
            out.append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                // Lone surrogates have to be escapes; pairs may be.
                if (c < 0x20 || c == '"' || c == '\\' || Character.isSurrogate(c)) {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            out.append('"');
        }
    }
}
