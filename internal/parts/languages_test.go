package parts

import (
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A program that fills the comments of another overrules the name. The name's language is read as
// well, with the program in its comments.
func TestDoubts_OfOverruledNames(t *testing.T) {
	perl := strings.Split(`    /^\s*title\s+(.+)$/ and do {
	push @heads, $1;
	$level{$1} = scalar @heads;
	$_ = "";
    };

    # lists:
    /^\s*item(?:\s+([a-z0-9]+))?/ and do {
	push @marks, $mark;
	if (defined $1) {
	    $mark = $1 . ".";
	} else {
	    $mark = "*";
	}
	$_ = "\n" . join(" ", $mark, $rest) . "\n";
    };
    unless ($seen{$mark}++) {
	print STDERR "new mark: $mark\n";
    }`, "\n")
	src := []byte("@echo off\n" + "REM " + strings.Join(perl, "\nREM ") + "\necho x\n")
	l, _ := lex.Lookup("Perl")
	d := NewDoubts("a.bat", l, src)
	found := false
	d.EachReading(nil, func(r Reading, lexed *Lexed) {
		found = found || r.Language.Name == "Batchfile" && slices.ContainsFunc(lexed.Tokens, func(token lex.Token) bool {
			return token.Kind == lex.Border && token.Language().Name == "Perl"
		})
	})
	if d.Certain() || !found {
		t.Errorf("certain: %v, read as Batchfile with Perl in comments: %v", d.Certain(), found)
	}
}
