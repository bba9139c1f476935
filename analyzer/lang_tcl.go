package analyzer

// Tcl. `$` is an operator, so that x is the same name in `set x 1` and in `$x`. Braces quote code more often
// than text and are read as code.

func init() {
	add(row{
		Name: "Tcl", Aliases: "tk",
		Keywords: `proc set unset if elseif else then while for foreach switch break continue return expr global variable
			upvar uplevel namespace package eval source catch error try on trap finally throw rename append lappend incr
			lindex llength lrange lsort lsearch lreplace puts gets regexp regsub info array dict exec exit rename yield
			coroutine apply method constructor destructor superclass eq ne in ni`,
		Operators: `== != <= >= && || << >> ** :: {*} ${`,
		Numbers:   leadingDot,
		Spans: []span{
			comment("#", firstOnLine),
			{Open: "; #"}, {Open: ";#"}, {Open: ";  #"}, {Open: ";\t#"},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "[ ]", Flags: multi},
			{Open: `\`, Kind: Operator, Form: runeName},
		},
	})
}
