package detect

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// TestPickHeader_EqualsTokens: looking at words first changes no answer.
func TestPickHeader_EqualsTokens(t *testing.T) {
	words := append(strings.Fields("int x ( ) { } : :: ; , < > = 5 @ # classes republic _class éclass \"class\""), beyondC...)
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[*lex.Language]int{}
	for range 20000 {
		var text strings.Builder
		for range 1 + random.IntN(12) {
			text.WriteString(words[random.IntN(len(words))])
			text.WriteString([]string{"", " ", " ", "\n", "\t\n"}[random.IntN(5)])
		}
		head := []byte(text.String())
		got, want := pickHeader(head), pickHeaderByTokens(head)
		if got != want {
			t.Fatalf("pickHeader(%q) = %v, want %v", head, got, want)
		}
		seen[got]++
	}
	if len(seen) != 3 {
		t.Errorf("the headers were in %d languages, want 3: %v", len(seen), seen)
	}
}

func TestPickHeader_EveryPosition(t *testing.T) {
	for _, source := range []string{"class A {", "class A:", "public :", "template\n<", "@ interface", "# import", "typename"} {
		for n := range 8 {
			head := []byte(strings.Repeat(";", n) + " " + source)
			if !mayExceedC(head) {
				t.Errorf("nothing but C was seen in %q", head)
			}
		}
	}
	for _, source := range []string{"", "c", "struct class p;", "/* public domain */", "interface end import", "CLASS A {"} {
		if mayExceedC([]byte(source)) {
			t.Errorf("more than C was seen in %q", source)
		}
	}
}
