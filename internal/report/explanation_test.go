package report

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
)

func TestExplanation_InWords(t *testing.T) {
	for want, e := range map[string]answer.Explanation{
		"0 of 3 fingerprints shared": {Asked: 3},
		"1 of 1 fingerprint shared (2,000 of boilerplate ignored): 1 occurs in no other document": {Matched: 1, Asked: 1, Ignored: 2000, Unique: 1},
		"9 of 14 fingerprints shared: 3 occur in no other document; 1 is an idiom (df 4,210); 5 occur in a few others": {
			Matched: 9, Asked: 14, Unique: 3, Idioms: 1, IdiomDF: 10, Fingerprints: []answer.Fingerprint{{DF: 1}, {DF: 4210}}},
		"3 of 3 fingerprints shared: 1 occurs in no other document; 2 are idioms (df 12 to 20)": {
			Matched: 3, Asked: 3, Unique: 1, Idioms: 2, IdiomDF: 10, Fingerprints: []answer.Fingerprint{{DF: 1}, {DF: 12}, {DF: 20}}},
	} {
		if got := scoreInWords(&e); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
