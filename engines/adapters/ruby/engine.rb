# The engine protocol for parsers in Ruby: questions on stdin, answers on stdout, a line of JSON each.

require "json"

module CrosscheckEngine
  # What the protocol says of a node but for its depth, the nodes in it, and those in a template's contents.
  Node = Struct.new(:node, :children, :content)

  # Reads questions and writes what the block gives for each, until stdin ends.
  def self.serve(introduction)
    $stdin.each_line do |line|
      question = JSON.parse(line, max_nesting: false)
      if question.key?("hello")
        reply = { hello: 1, **introduction, can: [*introduction[:can], "nodes"] }
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

  # The nodes of a tree, as the block describes each. Deep trees are no reason to recurse.
  def self.nodes(roots)
    written = []
    levels = [[roots.each, 0]]
    until levels.empty?
      siblings, depth = levels.last
      begin
        node = yield(siblings.next)
      rescue StopIteration
        levels.pop
        next
      end
      written << [depth, *node.node]
      # What is pushed last is written first.
      levels << [node.children.each, depth + 1] if node.children
      if node.content
        written << [depth + 1, "content"]
        levels << [node.content.each, depth + 2]
      end
    end
    written
  end
end
