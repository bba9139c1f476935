package analyzer

func init() {
	add(row{
		Name: "Awk", Aliases: "gawk mawk nawk",
		Keywords: `BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return
			delete in getline print printf switch case default
			atan2 cos sin exp log sqrt int rand srand gsub index length match split sprintf sub substr tolower toupper close
			system gensub strftime systime fflush asort asorti patsplit strtonum mktime`,
		Operators: `++ -- ** ^= += -= *= /= %= **= == != <= >= !~ && || >> |&`,
		ValueEnd:  ")]", // a closing brace ends an action, and a pattern may follow
		Numbers:   leadingDot | trailingDot, LineComment: "#",
		Spans: []span{
			str(`"`),
			{Open: "/", Close: "/", Kind: String, Form: regex, When: notAfterValue},
		},
	})
}
