package option

import "cmp"

// Face words texts of the library.
type Face struct {
	// Name is what the face calls an option; "" if the face does not have it.
	Name func(*Option) string

	words func(Advice) string // in place of an advice; "" keeps it
}

// omitted in place of an advice leaves it out.
const omitted = "-"

// The faces besides the command.
var (
	// API has keys of JSON, and JavaScript properties of its options.
	API        = Face{func(o *Option) string { return o.Key }, func(a Advice) string { return a.API }}
	JavaScript = Face{ofJavaScript, func(Advice) string { return "" }}
	// Form is for people who fill in the form of a site, Assistant for coding assistants.
	Form      = Face{API.Name, func(a Advice) string { return a.Form }}
	Assistant = Face{API.Name, func(a Advice) string { return a.Assistant }}
	// Reader is for readers of a report, who set no options.
	Reader = Face{func(o *Option) string { return o.Reader }, func(a Advice) string { return a.Reader }}
)

// Command returns the face of the command. given reports whether a flag was given: of several flags of an option it is
// meant, or else the first.
func Command(given func(flag string) bool) Face {
	return Face{
		func(o *Option) string {
			if len(o.Flags) == 0 {
				return ""
			}
			for _, flag := range o.Flags {
				if given(flag) {
					return "--" + flag
				}
			}
			return "--" + o.Flags[0]
		},
		func(a Advice) string {
			if a.Cached != "" && given("corpus") {
				return a.Cached
			}
			return a.Command
		},
	}
}

// ofJavaScript is the name of an option in JavaScript. Texts about others do not reach it: see the tests.
func ofJavaScript(o *Option) string {
	if n := cmp.Or(o.Call, o.Key); n != "" {
		return "options." + n
	}
	return o.Field
}
