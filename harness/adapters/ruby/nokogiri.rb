# Nokogiri's HTML5 parser, which is libgumbo made newer; its trees are libxml2's.

require "nokogiri"
require_relative "engine"

NAMESPACES = {
  nil => "",
  "http://www.w3.org/1999/xhtml" => "",
  "http://www.w3.org/2000/svg" => "svg ",
  "http://www.w3.org/1998/Math/MathML" => "math ",
}.freeze

# No limits but those of memory.
LIMITS = { max_tree_depth: -1, max_attributes: -1, max_errors: 0 }.freeze

def describe(node)
  case node.type
  when Nokogiri::XML::Node::DTD_NODE
    CrosscheckEngine.doctype(node.name, node.external_id, node.system_id)
  when Nokogiri::XML::Node::COMMENT_NODE
    CrosscheckEngine::Node.new("<!-- #{node.content} -->", [], [])
  when Nokogiri::XML::Node::ELEMENT_NODE
    element(node)
  else
    CrosscheckEngine::Node.new("\"#{node.content}\"", [], [])
  end
end

def element(node)
  prefix = NAMESPACES.fetch(node.namespace&.href)
  attributes = node.attribute_nodes.map do |attribute|
    namespace = attribute.namespace&.prefix
    ["#{"#{namespace} " if namespace}#{attribute.node_name}", attribute.value]
  end
  line = "<#{prefix}#{node.name}>"
  # libxml2 has no place for a template's contents but the element itself.
  if prefix.empty? && node.name == "template"
    CrosscheckEngine::Node.new(line, attributes, [], node.children)
  else
    CrosscheckEngine::Node.new(line, attributes, node.children)
  end
end

# The context element, in a document of its own.
def context_element(question)
  namespace, name = CrosscheckEngine.context(question)
  document = Nokogiri::HTML5::Document.new
  element = Nokogiri::XML::Element.new(name, document)
  element.default_namespace = NAMESPACES.key("#{namespace} ") unless namespace == "html"
  element
end

def dump(nodes)
  CrosscheckEngine.dump(nodes) { |node| describe(node) }
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
    { tree: dump(Nokogiri::HTML5::Document.parse(question["html"], **LIMITS).children) }
  else
    context = context_element(question)
    fragment = Nokogiri::HTML5::DocumentFragment.new(context.document, question["html"], context, LIMITS)
    { tree: dump(fragment.children) }
  end
end
