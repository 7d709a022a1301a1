// The engine protocol for parsers in Java: questions on stdin, answers on stdout, a line of JSON each.

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
        /** The dump; the mode of a document, if it is known, goes to `dump.mode`. */
        void parse(Question question, Dump dump) throws Exception;
    }

    /** The engine cannot answer. */
    static final class Unsupported extends Exception {
        Unsupported(String reason) {
            super(reason);
        }
    }

    /** Reads questions and writes answers until stdin ends. The introduction is a JSON object. */
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
        Dump dump = new Dump();
        long start = System.nanoTime();
        StringBuilder reply = new StringBuilder("{\"id\":").append(asked.get("id"));
        try {
            parser.parse(question, dump);
            Json.quote(reply.append(",\"tree\":"), dump.text);
            if (dump.mode != null) Json.quote(reply.append(",\"mode\":"), dump.mode);
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

    /** html5lib's dump. What is in a node comes after it, deeper by one. */
    static final class Dump {
        final StringBuilder text = new StringBuilder();
        String mode;

        void line(int depth, String line) {
            if (text.length() > 0) text.append('\n');
            text.append("| ");
            for (; depth > 0; depth--) text.append("  ");
            text.append(line);
        }

        /** The attributes as [name with the dump's prefix, value]; strings compare by UTF-16 code units. */
        void element(int depth, String name, List<String[]> attributes) {
            line(depth, "<" + name + ">");
            List<String[]> sorted = new ArrayList<>(attributes);
            sorted.sort((a, b) -> a[0].compareTo(b[0]));
            for (String[] attribute : sorted) line(depth + 1, attribute[0] + "=\"" + attribute[1] + "\"");
        }

        void doctype(String name, String publicId, String systemId) {
            boolean none = empty(publicId) && empty(systemId);
            String ids = none ? "" : " \"" + orEmpty(publicId) + "\" \"" + orEmpty(systemId) + "\"";
            line(0, "<!DOCTYPE " + orEmpty(name) + ids + ">");
        }

        void text(int depth, CharSequence data) {
            line(depth, "\"" + data + "\"");
        }

        void comment(int depth, String data) {
            line(depth, "<!-- " + data + " -->");
        }

        private static boolean empty(String text) {
            return text == null || text.isEmpty();
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
