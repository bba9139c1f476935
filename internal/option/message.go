package option

import (
	"fmt"
	"strings"
	"sync"
)

// Code names a message of the library: a warning, or an error. It is stable.
type Code string

// message has the words of a message for each face, as a format of package fmt. Empty words are the
// library's. Braces enclose words that a face omits if it lacks the option named there. $INDEX
// stands after a command of chaffinch, for the flag that names its index.
type message struct {
	code    Code
	Library string
	One     string // of the library, if the first value is 1
	Words
}

// Words are the words of a message in faces.
type Words struct {
	Command   string
	Cached    string // of the command with --corpus, which decides where the index is
	API       string
	Form      string // of a form; empty is the reader's
	Assistant string
	Page      string // of the browser edition
	Reader    string
}

// Messages calls f with the formats of each message. The first are the words of the command, and
// then all others.
func Messages(f func(command string, others []string)) {
	for _, m := range messages {
		if m.Command == "" {
			f(m.Library, []string{m.One, m.Cached, m.API, m.Form, m.Assistant, m.Page, m.Reader})
		} else {
			f(m.Command, []string{m.Library, m.One, m.Cached, m.API, m.Form, m.Assistant, m.Page, m.Reader})
		}
	}
}

var byCode = sync.OnceValue(func() map[Code]*message {
	all := map[Code]*message{}
	for i := range messages {
		all[messages[i].code] = &messages[i]
	}
	return all
})

// Word returns a message in the words of a face. Values may be options, errors, or others that the
// face words.
func Word(face Face, code Code, values ...any) string {
	m := byCode()[code]
	if m == nil {
		return fmt.Sprint(append([]any{string(code)}, values...)...)
	}
	format := face.message(m.Words)
	switch one := len(values) > 0 && values[0] == 1; {
	case format == "" && one && m.One != "":
		format = m.One
	case format == "":
		format = m.Library
	}
	var b strings.Builder
	for i, part := range strings.Split(strings.ReplaceAll(format, "}", "{"), "{") {
		n := min(strings.Count(part, "%"), len(values))
		said, has := inFace(face, values[:n])
		values = values[n:]
		if i%2 == 0 || has && !face.reads {
			fmt.Fprintf(&b, strings.ReplaceAll(part, "$INDEX", strings.ReplaceAll(face.index, "%", "%%")), said...)
		}
	}
	return b.String()
}

// inFace returns the values in the words of the face, and whether it has them all.
func inFace(face Face, values []any) (said []any, has bool) {
	has = true
	for _, v := range values {
		words, known := face.said(v)
		said, has = append(said, words), has && known
	}
	return said, has
}

// Failure is an error with a code, or a clause of another message. Faces word it: see [ErrorIn].
type Failure struct {
	Code Code
	Args []any
}

// Fail returns an error with a code. It wraps the errors among its arguments.
func Fail(code Code, args ...any) error { return &Failure{code, args} }

func (f *Failure) Error() string { return f.in(Library) }

// Say returns a clause for the arguments of a message.
func Say(code Code, args ...any) *Failure { return &Failure{code, args} }

// Unwrap returns the errors among the arguments.
func (f *Failure) Unwrap() (all []error) {
	for _, a := range f.Args {
		if err, ok := a.(error); ok {
			all = append(all, err)
		}
	}
	return all
}

func (f *Failure) in(face Face) string { return Word(face, f.Code, f.Args...) }
