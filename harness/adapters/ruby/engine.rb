# The engine protocol for parsers in Ruby: questions on stdin, answers on stdout, a line of JSON each.

require "json"

module CrosscheckEngine
  # What a node says in the dump: a line, the attributes as [name, value] with the prefixes of the dump, the nodes in it,
  # and those in a template's contents.
  Node = Struct.new(:line, :attributes, :children, :content)

  # Reads questions and writes what the block gives for each, until stdin ends.
  def self.serve(introduction)
    $stdin.each_line do |line|
      question = JSON.parse(line, max_nesting: false)
      if question.key?("hello")
        reply = { hello: 1, **introduction }
      else
        start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        reply = { id: question["id"], **yield(question) }
        reply[:seconds] = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
      end
      $stdout.write(JSON.generate(reply), "\n")
      $stdout.flush
    end
  rescue StandardError => e
    # The last lines on stderr are what is told of an engine that died.
    abort("#{e.class}: #{e.message}\n#{e.backtrace.first(3).join("\n")}")
  end

  # The context element of a question: which of "html", "svg" and "math" it is of, and its local name.
  def self.context(question)
    words = question["context"].split
    words.length == 1 ? ["html", words[0]] : words
  end

  def self.doctype(name, public_id, system_id)
    none = public_id.to_s.empty? && system_id.to_s.empty?
    Node.new("<!DOCTYPE #{name}#{" \"#{public_id}\" \"#{system_id}\"" unless none}>", [], [])
  end

  # html5lib's dump of nodes, as the block describes each. Deep trees are no reason to recurse.
  def self.dump(roots)
    lines = []
    levels = [[roots.each, "| "]]
    until levels.empty?
      nodes, indent = levels.last
      begin
        node = yield(nodes.next)
      rescue StopIteration
        levels.pop
        next
      end
      lines << indent + node.line
      node.attributes.sort_by { |name, _| name.encode("UTF-16BE").b }.each do |name, value|
        lines << "#{indent}  #{name}=\"#{value}\""
      end
      # What is pushed last is written first.
      levels << [node.children.each, "#{indent}  "]
      if node.content
        lines << "#{indent}  content"
        levels << [node.content.each, "#{indent}    "]
      end
    end
    lines.join("\n")
  end
end
