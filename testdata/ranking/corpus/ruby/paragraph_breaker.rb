# frozen_string_literal: true

# Breaks a paragraph into lines so that the right margin is as even as it can
# be: the cost of a line is the cube of what it leaves empty, and the cheapest
# way to set the whole paragraph is found from its end by dynamic programming.
module ParagraphBreaker
  Setting = Struct.new(:cost, :lines)

  INFINITE = Float::INFINITY

  module_function

  def call(paragraph, columns)
    tokens = paragraph.scan(/\S+/).flat_map { |token| hard_split(token, columns) }
    return "" if tokens.empty?

    breaks = best_breaks(tokens.map(&:size), columns)
    render(tokens, breaks)
  end

  # Words longer than a line have to be cut wherever they are.
  def hard_split(token, columns)
    return [token] if token.size <= columns

    token.chars.each_slice(columns).map(&:join)
  end

  def best_breaks(sizes, columns)
    n = sizes.size
    cost = Array.new(n + 1, INFINITE)
    following = Array.new(n + 1)
    cost[n] = 0
    (n - 1).downto(0) do |first|
      used = -1
      first.upto(n - 1) do |final|
        used += sizes[final] + 1
        break if used > columns

        penalty = final == n - 1 ? 0 : (columns - used)**3
        candidate = penalty + cost[final + 1]
        next unless candidate < cost[first]

        cost[first] = candidate
        following[first] = final + 1
      end
    end
    following
  end

  def render(tokens, following)
    out = []
    position = 0
    while position < tokens.size
      stop = following[position]
      out << tokens[position...stop].join(" ")
      position = stop
    end
    out.join("\n")
  end

  def raggedness(text, columns)
    rows = text.lines.map(&:chomp)
    rows[0...-1].sum { |row| (columns - row.size)**2 }
  end
end

if __FILE__ == $PROGRAM_NAME
  columns = (ARGV.shift || 60).to_i
  paragraphs = $stdin.read.split(/^\s*$/)
  paragraphs.each do |paragraph|
    puts ParagraphBreaker.call(paragraph, columns)
    puts
  end
end
