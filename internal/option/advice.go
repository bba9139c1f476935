package option

import "strings"

// Advice is a clause with advice in texts of the library, or of the server, and its words in other
// faces. An empty one is the library's.
type Advice struct {
	Library   string
	Command   string
	Cached    string // of the command with --corpus, which decides where the index is
	API       string
	Form      string
	Assistant string
}

var advice = []Advice{
	{Library: "create one with Create", Command: "create one with chaffinch index PATH"},
	{Library: "use another folder", Command: "use another --index", Cached: "set XDG_CACHE_HOME to use another folder"},
	{Library: "wait for it with Options.Wait", Command: "wait for it with --wait"},
	{Library: "use a name such as Go or C++", Command: "chaffinch languages lists them",
		API: "GET /api/v1/languages lists them", Form: "choose one of the list"},
	{Library: "Index.Collections lists them", Command: "chaffinch list --collections lists them",
		API: "GET /api/v1/collections lists them", Assistant: "corpus_info lists them"},
	{Library: "several indexes are served: name one of ", API: "several indexes are served: add ?index= and one of "},
	{Library: "or raise the server's --max-time", Form: omitted, Assistant: omitted},
}

// Advices returns all advice.
func Advices() []Advice { return advice }

// in words the advice in a text for a face. The text after "to" is not advice: "set TMPDIR to use
// another folder".
func (a Advice) in(text string, face Face) string {
	words := face.words(a)
	before, after, found := strings.Cut(text, a.Library)
	if words == "" || !found || strings.HasSuffix(before, " to ") {
		return text
	}
	if words == omitted {
		return strings.TrimSuffix(before, ", ") + after
	}
	return before + words + after
}
