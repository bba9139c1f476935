def parse_until(stops)
	nodes = []
	until @parts.empty?
		kind, value = @parts.first
		return nodes if kind == :block && stops&.include?(value)
		@parts.shift
		case kind
		when :text
			then nodes << Text.new(value)
		when :print then nodes << Print.new(value.split("."), false)
		when :raw then nodes << Print.new(value.split("."), true)
		when :block then nodes << parse_block(value)
		end
	end
	raise SyntaxError, "missing {% end %}" if stops
	nodes
end
# Called with the inside of a tag.
def parse_block(value)
	case value
	when /\Aif\s+(\S+)\z/
		path = Regexp.last_match(1).split(".")
		yes = parse_until(%w[else end])
		no = @parts.shift.last == "else" ?
			parse_until(%w[end]).tap { @parts.shift } : []
		Choice.new( path, yes, no )
	when /\Afor\s+(\w+)\s+in\s+(\S+)\z/
		variable = Regexp.last_match(1)
		path = Regexp.last_match(2).split(".")
		body = parse_until(%w[end])
		@parts.shift
		Repeat.new(
			variable,
			path,
			body
		)
	else
		raise SyntaxError, "unknown block #{value}"
	end
end
