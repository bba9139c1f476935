#!/usr/bin/env ruby
# frozen_string_literal: true

require "optparse"

# Fills paragraphs to a line width, keeps list items hanging, and leaves
# indented code as it is.
class TextWrapper
  BULLET = /\A(\s*)([-*+]|\d+\.)\s+/.freeze

  def initialize(width: 72, justify: false)
    @width = width
    @justify = justify
  end

  def wrap(text)
    text.split(/\n{2,}/).map { |block| wrap_block(block) }.join("\n\n")
  end

  private

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

  def fill(words, width)
    lines = [[]]
    room = width
    words.each do |word|
      needed = lines.last.empty? ? word.length : word.length + 1
      if needed > room && lines.last.any?
        lines << []
        room = width
        needed = word.length
      end
      lines.last << word
      room -= needed
    end
    last = lines.length - 1
    lines.each_with_index.map { |line, i| @justify && i < last ? stretch(line, width) : line.join(" ") }
  end

  def stretch(words, width)
    return words.first if words.length == 1

    gaps = words.length - 1
    blanks = width - words.sum(&:length)
    each_gap, extra = blanks.divmod(gaps)
    words.each_with_index.map do |word, i|
      next word if i == gaps

      word + " " * (each_gap + (i < extra ? 1 : 0))
    end.join
  end
end

if $PROGRAM_NAME == __FILE__
  options = { width: 72, justify: false }
  OptionParser.new do |parser|
    parser.banner = "Usage: text_wrapper [options] [file ...]"
    parser.on("-w", "--width N", Integer, "line width") { |n| options[:width] = n }
    parser.on("-j", "--justify", "stretch lines to the width") { options[:justify] = true }
    parser.on("-h", "--help", "print this help") do
      puts parser
      exit
    end
  end.parse!
  puts TextWrapper.new(**options).wrap(ARGF.read)
end
