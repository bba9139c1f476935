package option

import "cmp"

// Face words texts of the library.
type Face struct {
	// Name is what the face calls an option. It is "" if the face does not have it.
	Name func(*Option) string

	message func(Words) string       // of a message; "" is the library's
	value   func(any) (string, bool) // words of other values, such as remedies; nil has none
	index   string                   // in place of $INDEX: the flag that names the index of a command
	reads   bool                     // shows results only, so it leaves out text in braces
}

// Saying returns the face with words for further values of messages and errors. Package option does
// not know these values.
func (f Face) Saying(value func(any) (words string, ok bool)) Face {
	f.value = value
	return f
}

// said returns a value of a message in the words of the face. has tells whether the face has it.
func (f Face) said(v any) (words any, has bool) {
	switch v := v.(type) {
	case *Option:
		name := f.Name(v)
		return cmp.Or(name, v.Field), name != ""
	case error:
		return ErrorIn(v, f), true
	}
	if f.value != nil {
		if words, ok := f.value(v); ok {
			return words, true
		}
	}
	return v, true
}

// The faces besides the command.
var (
	// Library is the face of Go, and Bare leaves out what to do, too.
	Library = Face{Name: func(o *Option) string { return o.Field }, message: func(Words) string { return "" }}
	Bare    = Face{Name: Library.Name, message: Library.message, reads: true}
	// API has keys of JSON, and JavaScript, the page of the browser edition, properties of its
	// options.
	API        = Face{Name: func(o *Option) string { return o.Key }, message: func(w Words) string { return w.API }}
	JavaScript = Face{Name: ofJavaScript, message: func(w Words) string { return w.Page }}
	// Form is for people who fill in the form of a site, Assistant for coding assistants.
	Form      = Face{Name: API.Name, message: func(w Words) string { return cmp.Or(w.Form, w.Reader) }}
	Assistant = Face{Name: API.Name, message: func(w Words) string { return w.Assistant }}
	// Reader is for readers of a report, who set no options.
	Reader = Face{Name: func(o *Option) string { return o.Reader }, message: func(w Words) string { return w.Reader }, reads: true}
)

// Command returns the face of the command. given reports whether a flag was given: of several flags
// of an option it is meant, or else the first. index is " --index " and the name of the index that
// advised commands use, or "" for their default.
func Command(given func(flag string) bool, index string) Face {
	name := func(o *Option) string {
		if len(o.Flags) == 0 {
			return ""
		}
		for _, flag := range o.Flags {
			if given(flag) {
				return "--" + flag
			}
		}
		return "--" + o.Flags[0]
	}
	message := func(w Words) string {
		if w.Cached != "" && given("corpus") {
			return w.Cached
		}
		return w.Command
	}
	return Face{Name: name, message: message, index: index}
}

// ofJavaScript is the name of an option in JavaScript.
func ofJavaScript(o *Option) string {
	if n := cmp.Or(o.Call, o.Key); n != "" {
		return "options." + n
	}
	return ""
}
