package analyzer

// MATLAB, with what Octave adds: comments by `#`, `!=`, `++` and the longer words for end.

func init() {
	add(row{
		Name: "MATLAB", Aliases: "octave",
		Keywords: `break case catch classdef continue else elseif end for function global if otherwise parfor persistent
			return spmd switch try while properties methods events enumeration arguments import true false
			endif endwhile endfor endparfor endfunction endswitch end_try_catch endclassdef endmethods endproperties
			endenumeration endevents unwind_protect unwind_protect_cleanup end_unwind_protect until do`,
		ValueWords: "end true false",
		Operators:  `== ~= != <= >= && || .* ./ .\ .^ .' ++ -- += -= *= /= ^= |= &= ** .**`,
		ValueEnd:   ")]}'", // the last is a transposed matrix
		Exponents:  "ed", Numbers: leadingDot,
		LineComment: "% # ...",
		Spans: []span{
			{Open: "%{\n", Mid: "%{\n", Close: "%}", When: firstOnLine, Flags: multi | nest},
			{Open: "%{\r\n", Mid: "%{\r\n", Close: "%}", When: firstOnLine, Flags: multi | nest},
			{Open: "#{\n", Mid: "#{\n", Close: "#}", When: firstOnLine, Flags: multi | nest},
			doubledStr(`"`),
			{Open: "'", Close: "'", Kind: String, Flags: doubled, When: notTouchingValue},
		},
	})
}
