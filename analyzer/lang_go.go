package analyzer

func init() {
	add(row{
		Name: "Go",
		Keywords: `break case chan const continue default defer else fallthrough for func go goto if import interface
			map package range return select struct switch type var`,
		Operators: `<< >> &^ += -= *= /= %= &= |= ^= <<= >>= &^= && || <- ++ -- == != <= >= := ...`,
		NumberSep: "_", Numbers: leadingDot | trailingDot,
		LineComment: "//", BlockComment: "/* */",
		Spans: []span{str(`"`), char(`'`), rawStr("`", "`")},
	})
}
