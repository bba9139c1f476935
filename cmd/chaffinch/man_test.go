package main

import "testing"

// A line that begins with a dot or a quote is text, not a request.
func TestRoff_EscapesRequests(t *testing.T) {
	const want = "a\\-b \\e.c\n\\&.gitignore 'x'\n\\&'*.py'"
	if got := roff("a-b \\.c\n.gitignore 'x'\n'*.py'"); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
