# frozen_string_literal: true

require "stringio"

# Reads comma separated records one character at a time, so that quoted fields
# may hold separators and line ends.
class CsvReader
  class MalformedInput < StandardError
    attr_reader :line

    def initialize(message, line)
      super("line #{line}: #{message}")
      @line = line
    end
  end

  include Enumerable

  def self.open(path, **options)
    File.open(path, "r:bom|utf-8") do |file|
      yield new(file, **options)
    end
  rescue Errno::ENOENT
    warn "csv: no such file: #{path}"
    nil
  end

  def self.parse(text, **options)
    new(StringIO.new(text), **options).to_a
  end

  def initialize(io, separator: ",", quote: '"', headers: true)
    @io = io
    @separator = separator
    @quote = quote
    @headers = headers
    @line = 1
  end

  def each
    return enum_for(:each) unless block_given?

    names = @headers ? read_record : nil
    while (record = read_record)
      next if record == [""]

      yield(names ? to_row(names, record) : record)
    end
  end

  private

  def to_row(names, record)
    if record.size > names.size
      raise MalformedInput.new("#{record.size} fields for #{names.size} columns", @line)
    end

    names.each_with_index.to_h { |name, i| [name.strip, record[i]] }
  end

  def read_record
    fields = []
    buffer = +""
    state = :start
    while (char = @io.getc)
      case state
      when :quoted
        if char == @quote
          state = :closing
        else
          @line += 1 if char == "\n"
          buffer << char
        end
        next
      when :closing
        if char == @quote
          buffer << char
          state = :quoted
          next
        elsif ![@separator, "\r", "\n"].include?(char)
          raise MalformedInput.new("unexpected #{char.inspect} after quote", @line)
        end
      end

      if char == @separator
        fields << buffer
        buffer = +""
        state = :start
      elsif char == "\n"
        @line += 1
        return fields << buffer
      elsif char == @quote && state == :start
        state = :quoted
      elsif char != "\r"
        buffer << char
        state = :plain
      end
    end
    raise MalformedInput.new("quote never closed", @line) if state == :quoted
    return nil if fields.empty? && buffer.empty?

    fields << buffer
  end
end
