// jsoup.

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.DocumentType;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.nodes.XmlDeclaration;
import org.jsoup.parser.Parser;

final class Jsoup {
    public static void main(String[] arguments) throws Exception {
        Properties pom = new Properties();
        String path = "/META-INF/maven/org.jsoup/jsoup/pom.properties";
        try (var stream = Jsoup.class.getResourceAsStream(path)) {
            if (stream != null) pom.load(stream);
        }
        String version = pom.getProperty("version", "unknown");
        Engine.serve(
                "{\"hello\":1,\"engine\":\"jsoup\",\"version\":\"" + version + "\",\"language\":\"Java\","
                        + "\"can\":[\"document\",\"fragment\",\"mode\",\"nodes\",\"surrogates\"],"
                        + "\"cannot\":{\"bytes\":\"the adapter asks jsoup with decoded text\","
                        + "\"scripting\":\"jsoup has no scripting flag\","
                        + "\"namespaces\":\"jsoup has none before 1.17\"}}",
                Jsoup::parse);
    }

    private static void parse(Engine.Question question, Engine.Tree tree) throws Exception {
        if (question.context == null) {
            Document document = Parser.htmlParser().parseInput(question.html, "");
            for (Node child : document.childNodes()) write(child, tree);
            tree.mode = document.quirksMode().name().replace("noQuirks", "no-quirks").replace("limitedQuirks", "limited-quirks");
            return;
        }
        if (!question.namespace.equals("html")) {
            throw new Engine.Unsupported("a context of SVG or MathML: jsoup has no namespaces before 1.17");
        }
        Element context = new Element(question.context);
        for (Node node : Parser.htmlParser().parseFragmentInput(question.html, context, "")) write(node, tree);
    }

    /** Writes a node and what is in it. Deep trees are no reason to recurse. */
    private static void write(Node root, Engine.Tree tree) {
        int depth = 0;
        Node node = root;
        while (true) {
            writeOne(node, depth, tree);
            if (isTemplate(node)) tree.templateContents(depth++);
            if (node.childNodeSize() > 0) {
                node = node.childNode(0);
                depth++;
                continue;
            }
            while (true) {
                if (isTemplate(node)) depth--;
                if (node == root) return;
                Node next = node.nextSibling();
                if (next != null) {
                    node = next;
                    break;
                }
                node = node.parent();
                depth--;
            }
        }
    }

    /** jsoup has no place for a template's contents but the element itself. */
    private static boolean isTemplate(Node node) {
        return node instanceof Element && ((Element) node).normalName().equals("template");
    }

    private static void writeOne(Node node, int depth, Engine.Tree tree) {
        if (node instanceof Element) {
            List<String[]> attributes = new ArrayList<>();
            for (Attribute attribute : node.attributes()) {
                attributes.add(new String[] {"", attribute.getKey(), attribute.getValue()});
            }
            tree.element(depth, "html", ((Element) node).tagName(), attributes);
        } else if (node instanceof DocumentType) {
            DocumentType doctype = (DocumentType) node;
            tree.doctype(doctype.name(), doctype.publicId(), doctype.systemId());
        } else if (node instanceof Comment) {
            tree.comment(depth, ((Comment) node).getData());
        } else if (node instanceof TextNode) {
            tree.text(depth, ((TextNode) node).getWholeText());
        } else if (node instanceof XmlDeclaration) {
            tree.comment(depth, ((XmlDeclaration) node).getWholeDeclaration());
        } else {
            tree.text(depth, ((org.jsoup.nodes.DataNode) node).getWholeData());
        }
    }
}
