package option

import "cmp"

// Face words texts of the library.
type Face struct {
	// Name is what the face calls an option; "" if the face does not have it.
	Name func(*Option) string

	words   func(Advice) string // in place of an advice; "" keeps it
	message func(Words) string  // of a message; "" is the library's
	reads   bool                // shows results only, so it leaves out what is in braces
}

// omitted instead of an advice leaves it out.
const omitted = "-"

// The faces besides the command.
var (
	// API has keys of JSON, and JavaScript, the page of the browser edition, properties of its options.
	API        = Face{func(o *Option) string { return o.Key }, func(a Advice) string { return a.API }, func(w Words) string { return w.API }, false}
	JavaScript = Face{ofJavaScript, func(Advice) string { return "" }, func(w Words) string { return w.Page }, false}
	// Form is for people who fill in the form of a site, Assistant for coding assistants.
	Form      = Face{API.Name, func(a Advice) string { return a.Form }, func(w Words) string { return w.Reader }, false}
	Assistant = Face{API.Name, func(a Advice) string { return a.Assistant }, func(w Words) string { return w.Assistant }, false}
	// Reader is for readers of a report, who set no options.
	Reader = Face{func(o *Option) string { return o.Reader }, func(Advice) string { return "" }, func(w Words) string { return w.Reader }, true}
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
		func(w Words) string { return w.Command }, false,
	}
}

// ofJavaScript is the name of an option in JavaScript.
func ofJavaScript(o *Option) string {
	if n := cmp.Or(o.Call, o.Key); n != "" {
		return "options." + n
	}
	return ""
}
