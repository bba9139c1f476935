package pairing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/pairs"
)

const (
	tallyJava = `class Tally {
  private final int maxVotes = 4711;
  private int[] votesPerParty;
  int seatsOf(int party, int totalSeats) {
    int quotaSum = 0;
    for (int round = 1; round < maxVotes; round++) {
      if (votesPerParty[party] / round > totalSeats) quotaSum += round;
    }
    System.out.println("seats by quota: " + quotaSum);
    return quotaSum;
  }
}
`
	tallyPython = `class tally:
    max_votes = 4711
    votes_per_party = []

    def seats_of(self, party, total_seats):
        quota_sum = 0
        for round in range(1, self.max_votes):
            if self.votes_per_party[party] // round > total_seats:
                quota_sum += round
        print(f'seats by quota: {quota_sum}')
        return quota_sum
`
)

// others returns programs in Java and Python that share a few common names only.
func others() map[string]string {
	all := map[string]string{}
	for n := range 6 {
		all[fmt.Sprintf("other%d.java", n)] = fmt.Sprintf("class Other%d { int f%d(int i, int sum) { while (i < %d) { sum += g%d(i, h%d); i++; } return sum * k%d + w%d; } }\n", n, n, n*37+1000, n, n, n, n)
		all[fmt.Sprintf("more%d.py", n)] = fmt.Sprintf("def more_%d(i, sum):\n    while i < %d:\n        sum += u%d(i, v%d)\n        i += 1\n    return sum * x%d + y%d\n", n, n*41+5000, n, n, n, n)
	}
	return all
}

// A translation that shares no tokens but names and texts is listed, with both languages, in a list
// of its own.
func TestPairs_ListTranslations(t *testing.T) {
	files := others()
	files["a.java"], files["b.py"] = tallyJava, tallyPython
	r := compared(t, pairs.Options{MinScore: 0.25}, filetest.Folder(t, files))
	if len(r.OtherLanguage) != 1 {
		t.Fatalf("%+v", r.OtherLanguage)
	}
	p := r.OtherLanguage[0]
	if p.A.Name != "a.java" || p.A.Language != "Java" || p.B.Name != "b.py" || p.B.Language != "Python" || p.Score != 0 || p.Lead < 0.5 || p.Lead > p.Material {
		t.Errorf("%+v", p)
	}
	if len(p.Rarest) != 5 || p.Rarest[0].Units != 2 || p.Rarest[0].Text != `"seats by quota: "` {
		t.Errorf("rarest %+v", p.Rarest)
	}
	const same = "check(seats(4, 7, 11), seats(3, 8, 12), seats(2, 9, 13))\n"
	files["a.java"], files["b.py"] = tallyJava+same, tallyPython+same
	r = compared(t, pairs.Options{MinScore: 0.9, BestOfEach: 3}, filetest.Folder(t, files))
	if i := slices.IndexFunc(r.Weak, func(w pairs.Pair) bool { return w.A.Name == "a.java" && w.B.Name == "b.py" }); i < 0 || len(r.OtherLanguage) != 1 || r.OtherLanguage[0].Score != r.Weak[i].Score {
		t.Errorf("another score than of the weak pair: %+v, %+v", r.OtherLanguage, r.Weak)
	}
	files["a.java"], files["b.py"] = tallyJava, tallyPython
	files["c.py"] = strings.ReplaceAll(tallyPython, "round", "turn") // neither of both stands out
	if r := compared(t, pairs.Options{}, filetest.Folder(t, files)); len(r.OtherLanguage) > 0 {
		t.Errorf("two of Python: %+v", r.OtherLanguage)
	}
}

// Dialects share tokens, so their pairs are listed as others are. So are pairs in one language.
func TestPairs_ListNoDialectsAsTranslations(t *testing.T) {
	const c = "int tally_votes(int party, int total_seats) { int quota_sum = 0; for (int turn = 1; turn < 4711; turn++) quota_sum += party * total_seats + rest_of(turn, first_share, last_share, mean_share); return quota_sum; }\n"
	for _, names := range [][2]string{{"a.c", "b.c"}, {"a.c", "b.cc"}} {
		r := compared(t, pairs.Options{MinScore: 0.25}, filetest.Folder(t, map[string]string{names[0]: c, names[1]: "#include <vector>\nnamespace votes {\n" + c + "}\n"}))
		if len(r.OtherLanguage) > 0 {
			t.Errorf("%v: %+v", names, r.OtherLanguage)
		}
	}
}

func TestPairs_TellWhoIsAloneInALanguage(t *testing.T) {
	class := map[string]string{"s1/a.java": tallyJava, "s3/b.py": tallyPython}
	for n := range 3 {
		class[fmt.Sprintf("t%d/o.java", n)] = others()[fmt.Sprintf("other%d.java", n)]
	}
	told := func(o pairs.Options) (text string) {
		for _, w := range compared(t, o, filetest.Folder(t, class)).Warnings {
			if w.Code == string(option.AloneInLanguage) {
				text += w.Text
			}
		}
		return text
	}
	if text := told(pairs.Options{Unit: pairs.ByFolder}); !strings.HasSuffix(text, ": s3 (Python)") {
		t.Errorf("told %q", text)
	}
	if text := told(pairs.Options{}); text != "" {
		t.Errorf("of files: %q", text)
	}
	class["s4/c.py"] = others()["more1.py"]
	if text := told(pairs.Options{Unit: pairs.ByFolder}); text != "" {
		t.Errorf("with two of Python: %q", text)
	}
}
