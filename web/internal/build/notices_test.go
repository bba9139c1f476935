package build

import (
	"strings"
	"testing"
)

// The engine and the page have the licences of what is compiled in, and not of what is only in the
// program.
func TestNotices_AreThoseOfTheEngine(t *testing.T) {
	t.Chdir("../..")
	text, err := notices()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"github.com/nwaples/rardecode/v2", "Copyright (c) 2015, Nicholas Waples", "github.com/cespare/xxhash/v2", "Copyright (c) 2016 Caleb Spare",
		"Go, its standard library", "Copyright 2009 The Go Authors", "golang.org/x/text", "GitHub Linguist",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the notices lack %q", want)
		}
	}
	if strings.Contains(text, "bleve") {
		t.Error("the notices have what is not in the engine")
	}
	script, err := engineScript("", text, []byte{1})
	if err != nil || !strings.Contains(script, text) {
		t.Errorf("the script lacks the notices: %v", err)
	}
}
