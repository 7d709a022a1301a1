// The parser of validator.nu, which Gecko's is translated from.

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nu.validator.htmlparser.common.DocumentMode;
import nu.validator.htmlparser.common.XmlViolationPolicy;
import nu.validator.htmlparser.sax.HtmlParser;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.ext.DefaultHandler2;

final class ValidatorNu {
    private static final Map<String, String> NAMESPACES = Map.of(
            "http://www.w3.org/1999/xhtml", "html",
            "http://www.w3.org/2000/svg", "svg",
            "http://www.w3.org/1998/Math/MathML", "math");

    private static final Map<String, String> ATTRIBUTE_NAMESPACES = Map.of(
            "", "",
            "http://www.w3.org/1999/xlink", "xlink",
            "http://www.w3.org/XML/1998/namespace", "xml",
            "http://www.w3.org/2000/xmlns/", "xmlns");

    public static void main(String[] arguments) throws Exception {
        Engine.serve(
                "{\"hello\":1,\"engine\":\"validator.nu\",\"version\":\"" + arguments[0] + "\",\"language\":\"Java\","
                        + "\"can\":[\"document\",\"fragment\",\"scripting\",\"mode\",\"nodes\",\"surrogates\"],"
                        + "\"cannot\":{\"bytes\":\"the adapter asks validator.nu with decoded text\","
                        + "\"depth\":\"elements deeper than 512 become siblings\"},\"depth\":512}",
                ValidatorNu::parse);
    }

    private static void parse(Engine.Question question, Engine.Tree tree) throws Exception {
        HtmlParser parser = new HtmlParser(XmlViolationPolicy.ALLOW);
        Writer writer = new Writer(tree);
        parser.setContentHandler(writer);
        parser.setLexicalHandler(writer);
        parser.setStreamabilityViolationPolicy(XmlViolationPolicy.ALLOW);
        parser.setScriptingEnabled(question.scripting);
        parser.setReportingDoctype(true);
        InputSource source = new InputSource(new StringReader(question.html));
        if (question.context == null) {
            parser.setDocumentModeHandler((mode, publicId, systemId) -> tree.mode = name(mode));
            parser.parse(source);
        } else {
            String namespace = switch (question.namespace) {
                case "svg" -> "http://www.w3.org/2000/svg";
                case "math" -> "http://www.w3.org/1998/Math/MathML";
                default -> "http://www.w3.org/1999/xhtml";
            };
            parser.parseFragment(source, question.context, namespace);
        }
        writer.flush();
    }

    private static String name(DocumentMode mode) {
        return switch (mode) {
            case QUIRKS_MODE -> "quirks";
            case ALMOST_STANDARDS_MODE -> "limited-quirks";
            default -> "no-quirks";
        };
    }

    /** Writes the tree as the parser tells of the tree. A text may come in several pieces. */
    private static final class Writer extends DefaultHandler2 {
        private final Engine.Tree tree;
        private final StringBuilder text = new StringBuilder();
        private int depth;

        Writer(Engine.Tree tree) {
            this.tree = tree;
        }

        void flush() {
            if (text.length() > 0) tree.text(depth, text);
            text.setLength(0);
        }

        @Override
        public void startDTD(String name, String publicId, String systemId) {
            flush();
            tree.doctype(name, publicId, systemId);
        }

        @Override
        public void startElement(String namespace, String name, String qualifiedName, Attributes attributes) {
            flush();
            List<String[]> written = new ArrayList<>();
            for (int at = 0; at < attributes.getLength(); at++) {
                String uri = ATTRIBUTE_NAMESPACES.get(attributes.getURI(at));
                written.add(new String[] {uri, attributes.getLocalName(at), attributes.getValue(at)});
            }
            tree.element(depth, NAMESPACES.get(namespace), name, written);
            if (isTemplate(namespace, name)) tree.templateContents(depth++);
            depth++;
        }

        @Override
        public void endElement(String namespace, String name, String qualifiedName) {
            flush();
            depth -= isTemplate(namespace, name) ? 2 : 1;
        }

        /** What is in a template is told as if it were in the element. */
        private static boolean isTemplate(String namespace, String name) {
            return NAMESPACES.get(namespace).equals("html") && name.equals("template");
        }

        @Override
        public void characters(char[] characters, int start, int length) {
            text.append(characters, start, length);
        }

        @Override
        public void comment(char[] characters, int start, int length) {
            flush();
            tree.comment(depth, new String(characters, start, length));
        }

        @Override
        public void processingInstruction(String target, String data) {
            flush();
            tree.processingInstruction(depth, target, data);
        }
    }
}
