# frozen_string_literal: true

# Splits a letter with placeholders, and wraps what comes out.
class LetterMill
  TAG = /\{%.*?%\}|\{\{.*?\}\}/m.freeze

  def split(source)
    parts = []
    position = 0
    while (match = source.match(TAG, position))
      parts << [:text, source[position...match.begin(0)]] if match.begin(0) > position
      parts << classify(match[0])
      position = match.end(0)
    end
    parts << [:text, source[position..]] if position < source.length
    parts
  end

  def classify(tag)
    case tag
    when /\A\{\{\{\s*(.*?)\s*\}\}\}\z/m then [:raw, Regexp.last_match(1)]
    when /\A\{\{\s*(.*?)\s*\}\}\z/m then [:print, Regexp.last_match(1)]
    when /\A\{%\s*(.*?)\s*%\}\z/m then [:block, Regexp.last_match(1)]
    else raise SyntaxError, "cannot read #{tag}"
    end
  end

  def wrap_block(block)
    return block if block.start_with?("    ", "\t")
    return wrap_list(block) if block.match?(BULLET)

    fill(block.split, @width).join("\n")
  end

  def wrap_list(block)
    items = []
    block.each_line(chomp: true) do |line|
      if (match = line.match(BULLET))
        items << [match[0], line[match.end(0)..].split]
      elsif items.any?
        items.last[1].concat(line.split)
      end
    end
    items.flat_map do |mark, words|
      body = fill(words, @width - mark.length)
      body.each_with_index.map { |line, i| (i.zero? ? mark : " " * mark.length) + line }
    end.join("\n")
  end
end
