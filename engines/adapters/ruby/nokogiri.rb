# Nokogiri's HTML5 parser, which is libgumbo made newer; its trees are libxml2's.

require "nokogiri"
require_relative "engine"

NAMESPACES = {
  nil => "html",
  "http://www.w3.org/1999/xhtml" => "html",
  "http://www.w3.org/2000/svg" => "svg",
  "http://www.w3.org/1998/Math/MathML" => "math",
}.freeze

# No limits but those of memory.
LIMITS = { max_tree_depth: -1, max_attributes: -1, max_errors: 0 }.freeze

def describe(node)
  case node.type
  when Nokogiri::XML::Node::DTD_NODE
    described("doctype", node.name, node.external_id.to_s, node.system_id.to_s)
  when Nokogiri::XML::Node::COMMENT_NODE
    described("comment", node.content)
  when Nokogiri::XML::Node::ELEMENT_NODE
    element(node)
  else
    described("text", node.content)
  end
end

def described(*node, children: nil, content: nil)
  CrosscheckEngine::Node.new(node, children, content)
end

def element(node)
  namespace = NAMESPACES.fetch(node.namespace&.href)
  attributes = node.attribute_nodes.map do |attribute|
    [attribute.namespace&.prefix.to_s, attribute.node_name, attribute.value]
  end
  # libxml2 has no place for a template's contents but the element itself.
  is_template = namespace == "html" && node.name == "template"
  below = is_template ? { content: node.children } : { children: node.children }
  described("element", namespace, node.name, attributes, **below)
end

# The context element, in a document of its own.
def context_element(question)
  namespace, name = CrosscheckEngine.context(question)
  document = Nokogiri::HTML5::Document.new
  element = Nokogiri::XML::Element.new(name, document)
  element.default_namespace = NAMESPACES.key(namespace) unless namespace == "html"
  element
end

def tree(nodes)
  CrosscheckEngine.nodes(nodes) { |node| describe(node) }
end

introduction = {
  engine: "nokogiri",
  version: Nokogiri::VERSION,
  language: "C",
  can: %w[document fragment],
  cannot: {
    bytes: "the adapter asks Nokogiri with decoded text",
    surrogates: "Nokogiri takes UTF-8",
    scripting: "Nokogiri has no scripting flag",
  },
}

CrosscheckEngine.serve(introduction) do |question|
  if question["context"].nil?
    { nodes: tree(Nokogiri::HTML5::Document.parse(question["html"], **LIMITS).children) }
  else
    context = context_element(question)
    fragment = Nokogiri::HTML5::DocumentFragment.new(context.document, question["html"], context, LIMITS)
    { nodes: tree(fragment.children) }
  end
end
