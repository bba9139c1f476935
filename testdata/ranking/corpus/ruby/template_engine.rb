# frozen_string_literal: true

require "cgi"

# A small template language: {{ name }} prints escaped, {{{ name }}} raw,
# {% if name %} .. {% else %} .. {% end %} chooses and
# {% for item in list %} .. {% end %} repeats.
class TemplateEngine
  class SyntaxError < StandardError; end

  Text = Struct.new(:text)
  Print = Struct.new(:path, :raw)
  Choice = Struct.new(:path, :yes, :no)
  Repeat = Struct.new(:variable, :path, :body)

  TAG = /\{\{\{.*?\}\}\}|\{\{.*?\}\}|\{%.*?%\}/m.freeze

  def initialize(source)
    @parts = split(source)
    @root = parse_until(nil)
  end

  def render(context = {})
    out = +""
    emit(@root, context, out)
    out
  end

  private

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

  def parse_until(stops)
    nodes = []
    until @parts.empty?
      kind, value = @parts.first
      return nodes if kind == :block && stops&.include?(value)

      @parts.shift
      case kind
      when :text then nodes << Text.new(value)
      when :print then nodes << Print.new(value.split("."), false)
      when :raw then nodes << Print.new(value.split("."), true)
      when :block then nodes << parse_block(value)
      end
    end
    raise SyntaxError, "missing {% end %}" if stops

    nodes
  end

  def parse_block(value)
    case value
    when /\Aif\s+(\S+)\z/
      path = Regexp.last_match(1).split(".")
      yes = parse_until(%w[else end])
      no = @parts.shift.last == "else" ? parse_until(%w[end]).tap { @parts.shift } : []
      Choice.new(path, yes, no)
    when /\Afor\s+(\w+)\s+in\s+(\S+)\z/
      variable = Regexp.last_match(1)
      path = Regexp.last_match(2).split(".")
      body = parse_until(%w[end])
      @parts.shift
      Repeat.new(variable, path, body)
    else
      raise SyntaxError, "unknown block #{value}"
    end
  end

  def emit(nodes, context, out)
    nodes.each do |node|
      case node
      when Text then out << node.text
      when Print
        value = lookup(node.path, context).to_s
        out << (node.raw ? value : CGI.escapeHTML(value))
      when Choice
        chosen = lookup(node.path, context)
        emit(chosen ? node.yes : node.no, context, out)
      when Repeat
        Array(lookup(node.path, context)).each do |item|
          emit(node.body, context.merge(node.variable => item), out)
        end
      end
    end
  end

  def lookup(path, context)
    path.reduce(context) do |value, name|
      break nil if value.nil?

      value.is_a?(Hash) ? value[name] || value[name.to_sym] : value.public_send(name)
    end
  end
end
