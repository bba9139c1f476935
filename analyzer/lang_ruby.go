package analyzer

// Ruby. Symbols are the operator `:` and a name, so that :size, size: and x.size are the same name.

func init() {
	add(row{
		Name: "Ruby", Aliases: "rb", Linguist: "Crystal, Mirah",
		Keywords: `alias and begin BEGIN break case class def defined? do else elsif end END ensure false for if in module
			next nil not or redo rescue retry return self super then true undef unless until when while yield
			__FILE__ __LINE__ __ENCODING__ __method__
			require require_relative include extend prepend attr_reader attr_writer attr_accessor private protected
			public module_function raise lambda proc loop`,
		// After def, an operator is a name and opens nothing: def /(other).
		ValueWords: "self true false nil end def __FILE__ __LINE__",
		Operators: `** == != >= <= <=> === =~ !~ && || << >> += -= *= /= %= **= &= |= ^= <<= >>= &&= ||= .. ... :: =>
			-> &.`,
		NameLead: "$ @ @@", NameSpecial: "0123456789!@&`'+~=/\\,;.<>_*$?:\"", NameEnd: "?!",
		NumberSep:   "_",
		LineComment: "#",
		Spans: append([]span{
			{Open: "=begin", Close: "\n=end", When: columnOne, Flags: multi | restOfLine},
			{Open: "__END__", When: columnOne, Flags: toEnd},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: multi},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "#{ }", Flags: multi, When: notAfterValue | orSpaced},
			longStr(`'`),
			{Open: "%", Tag: "letters", Kind: String, Escape: '\\', Form: quoteLike, When: notAfterValue | orSpaced, Flags: suffix},
			{Open: "/", Close: "/", Kind: String, Form: regex, When: notAfterValue | orSpaced, Flags: suffix},
			// A regular expression over several lines (with the flag x) starts with a line break.
			{Open: "/\n", Close: "/", Kind: String, Escape: '\\', Interp: "#{ }", When: notAfterValue, Flags: multi | suffix},
			{Open: "?", Kind: Char, Escape: '\\', Form: runeName, When: notAfterValue | notBeforeBlank},
			{Open: "<<", Tag: "", Mid: "upper", Kind: String, Form: heredoc},
			{Open: "<<-", Kind: String, Form: heredoc},
			{Open: "<<~", Kind: String, Form: heredoc},
		}, literals(Operator, ":/ :% :` :<<")...),
	})
}
