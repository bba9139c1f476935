package evidence_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// What the hashes of fingerprints have no key for: documents made to have the same ones. The
// numbers and words in this file were computed once, all of them in half a minute on one core; how,
// is said where they stand. Every test makes sure first that they collide.

// termTwins are numbers for lines of [left] and of [right] whose k-grams, of 5 tokens, have
// different hashes and the same term: of four million of each kind some sixteen do by chance, as 40
// bits have it.
var termTwins = [][2]int{
	{2668566, 2923500}, {3226084, 949137}, {1443343, 407589}, {3990506, 3626810}, {1696483, 118595}, {694448, 3583645},
	{1766392, 2516169}, {500587, 2465014}, {2879853, 3912069}, {3455640, 2894264}, {1022342, 941012}, {16465, 3955887},
	{825396, 1165810}, {2506929, 2468110}, {1668194, 1534841}, {2835856, 2164837}, {2007743, 721629},
}

func left(n int) string  { return fmt.Sprintf("total%d = total + 7\n", n) }
func right(n int) string { return fmt.Sprintf("go send%d(ch,\n", n) }

// exactGrams returns the hashes and the terms of all k-grams of the source in the exact
// representation.
func exactGrams(t *testing.T, a *analyzer.Analyzer, language, source string) (hashes []uint64, terms []string) {
	t.Helper()
	l, ok := lex.Lookup(language)
	if !ok {
		t.Fatal("no language", language)
	}
	var n analyzer.Analysis
	a.Analyze(l, []byte(source), &n)
	for _, g := range a.AppendGrams(nil, &n, analyzer.Exact) {
		hashes = append(hashes, g.Hash)
		terms = append(terms, string(winnow.AppendTerm(nil, g.Hash)))
	}
	return hashes, terms
}

// byIndexAndEvidence asks for the source in both ways. It checks that the index alone takes the
// only document for one that shares fingerprints with it, and returns what the evidence says.
func byIndexAndEvidence(t *testing.T, x *chaffinch.Index, name, source string) (byIndex answer.Hit, byEvidence *answer.Answer) {
	t.Helper()
	q := asktest.Search(source)
	q.Name, q.Explain, q.Top, q.Measure = name, true, 5, "containment"
	alone := asktest.Ask(t, x, q)
	if len(alone.Hits) != 1 || alone.Hits[0].Explain.Matched == 0 {
		t.Fatalf("the index finds %+v: this tests nothing", alone.Hits)
	}
	q.Measure = ""
	allAnswer := asktest.Ask(t, x, q)
	if allAnswer.Stats.Candidates == 0 || allAnswer.Stats.Aligned == 0 {
		t.Fatalf("%+v: nothing was aligned", allAnswer.Stats)
	}
	q.Similar = true
	if n, m := len(allAnswer.Hits), len(asktest.Ask(t, x, q).Hits); n != m {
		t.Errorf("%s: %d hits of a search, %d of what is similar", name, n, m)
	}
	return alone.Hits[0], allAnswer
}

// Terms that are the same of k-grams that are not make a candidate, and no hit.
func TestCollisions_OfTermsAreNoEvidence(t *testing.T) {
	var document, question strings.Builder
	for _, twin := range termTwins {
		document.WriteString(left(twin[0]))
		question.WriteString(right(twin[1]))
	}
	root := t.TempDir()
	asktest.WriteFile(t, filepath.Join(root, "left.go"), document.String())
	s := index.DefaultSettings()
	s.Analyzer.Exact = winnow.Scheme{K: 5, W: 1, Selection: winnow.SelectRobust} // every k-gram, the twins among them
	x := asktest.NewIndex(t, s, root)
	for _, twin := range termTwins {
		hashA, termA := exactGrams(t, defaultAnalyzer(t).WithTermBits(0), "Go", left(twin[0]))
		hashB, termB := exactGrams(t, defaultAnalyzer(t).WithTermBits(0), "Go", right(twin[1]))
		if len(termA) != 1 || len(termB) != 1 || termA[0] != termB[0] || hashA[0] == hashB[0] {
			t.Fatalf("%v: terms %q and %q of %x and %x: this tests nothing", twin, termA, termB, hashA, hashB)
		}
	}
	hit, allAnswer := byIndexAndEvidence(t, x, "right.go", question.String())
	if hit.Explain.Matched != len(termTwins) {
		t.Errorf("%d fingerprints are found, not %d", hit.Explain.Matched, len(termTwins))
	}
	if len(hit.Matches) != 0 || hit.Kind != "" || hit.Coverage != 0 || len(allAnswer.Hits) != 0 {
		t.Errorf("by the index %+v, by evidence %+v", hit, allAnswer.Hits)
	}
}

// A long document is not read for one fingerprint that a question shares by chance, and a short one
// is.
func TestCollisions_OfLongDocumentsAreNotRead(t *testing.T) {
	s := index.DefaultSettings()
	s.Analyzer.Exact = winnow.Scheme{K: 5, W: 1, Selection: winnow.SelectRobust}
	twin := termTwins[0]
	long := left(twin[0])
	for i := range 400 {
		long += asktest.Routine(i)
	}
	for text, want := range map[string]int{left(twin[0]): 1, long: 0} {
		root := t.TempDir()
		asktest.WriteFile(t, filepath.Join(root, "left.go"), text)
		x := asktest.NewIndex(t, s, root)
		q := asktest.Search(right(twin[1]))
		q.MinScore = 0
		if a := asktest.Ask(t, x, q); a.Stats.Aligned != want {
			t.Errorf("of %d bytes: %d documents are aligned", len(text), a.Stats.Aligned)
		}
	}
}

// Both texts have not one word in common, and the same fingerprints, to the last of 64 bits: by the
// polynomial in gram.go the k-grams of two texts are the same where the differences d of their
// words' hashes are, for every place i,
//
//	d[i] B^3 + d[i+1] B^2 + d[i+2] B + d[i+3] = 0  modulo 2^64,
//
// so three words are free, the hashes of all others follow, and words of such hashes can be
// computed.
const (
	plainWords = "in the early spring the finches come back from the coast and sing in every hedge along the road to the " +
		"old mill where they nest"
	madeWords = "nobody could say kvvospgkit2m0e8j xfwszjglr7pz0gao jtczyvfddlbj7pmg jnevzmqytl4ybfmr fgawjfhst4yuv5l6 " +
		"btpqzmudhzcmpnyh esbxtadaqtlnpcfp ratmpwcqrb3dpfdx unuiioqoi4t1zicp uiodghsspo67m1pz fivaccgru8rtheul " +
		"iryfgmrhya7nu8cy ppnrhzrg0agabqu2 dbyoknrxm1d1sjp9 weskmaftrnedr1k2 xohntymfkdea332t tdjpgimczxwjwisf " +
		"zagfiadgk0y3845b dcwfofkjqoqdfinz bjvpezgy0e4i46zb linmwbxphs4qg2b5 njsztfpa7szjhq82 tydktgdb1i5qhhkj"
)

func TestCollisions_OfFingerprintsAreNoEvidence(t *testing.T) {
	root := t.TempDir()
	asktest.WriteFile(t, filepath.Join(root, "plain.txt"), plainWords+"\n")
	x := asktest.NewIndex(t, index.DefaultSettings(), root)
	hashA, _ := exactGrams(t, defaultAnalyzer(t), "Text", plainWords)
	hashB, _ := exactGrams(t, defaultAnalyzer(t), "Text", madeWords)
	if len(hashA) < 20 || fmt.Sprint(hashA) != fmt.Sprint(hashB) {
		t.Fatalf("%x\n%x: this tests nothing", hashA, hashB)
	}
	hit, allAnswer := byIndexAndEvidence(t, x, "made.txt", madeWords)
	if hit.Containment != 1 {
		t.Errorf("the containment is %g", hit.Containment)
	}
	if len(hit.Matches) != 0 || hit.Kind != "" || hit.Coverage != 0 || len(allAnswer.Hits) != 0 {
		t.Errorf("by the index %+v, by evidence %+v", hit, allAnswer.Hits)
	}
	c := asktest.CompareTexts(t, chaffinch.Document{Name: "plain.txt", Source: []byte(plainWords)}, chaffinch.Document{Name: "made.txt", Source: []byte(madeWords)})
	if len(c.Matches) != 0 || c.Score != 0 {
		t.Errorf("compared: %+v", c)
	}
}

// wordTwins are words of which every two have the same hash: see [lex.SameWord] and its test.
const (
	wordTwinsA = "uquugbmlderlydku unwfiaykjdlbcxnv ryckvarqfxjngvgk usmyoeonismjlcvf eosellksvnjrvbkd wxikeoeewabsrvwb " +
		"diupbslcxyvowtmb vixroewkqrnfdnqs iganfrjphglaessb eoymositlwyvddfl pkhbhabupcmwbhck nntlhmuzodkwhapx " +
		"xzofdqyibodcddgi mqlroiigwgyfktsi ifwhnhjxesiqkdpj dwkxutbayddxmqwj uqhhpadjwiuygwtq jxzahzwjgrjblwvh " +
		"accygtmsfsatpnkb wjeivwrdhiaklhzw orpuzldzwjjuxldg xyeqtguzyawouanl aunczsgqfypbhxux hkjkrljqaxckogjz"
	wordTwinsB = "kglfjgudz31ej12a oyyyokdvi5fhzq27 hrmrrbwh4vf6synw tmjvybixlwoj0atl fugcfjvwo2mt8gc7 kfthwycaeihj8nqx " +
		"ebgbzqjtjjk1msxw lfxmnluyf8418lsp igratfsagbjevyra lehctrdokk2egf51 byfqdxfj2atnef3l jlgpeviml6lkkvb6 " +
		"dwjxxhydg19jjc1a jmtlngddvyl8f7gc knmtszoeupomjbmu qgdmpddeta9y76zh uryllbff3af590rk zbpsmyjeilqnor17 " +
		"zobhjldzq9g25kna utwmijwm2i6l0v9g dcastyqdjuekckku jqiugrrrorllelhz wwhgpbfxsz4zqcxd ddycznmqsbj6jba6"
)

// Where every token has the hash of another one there is a match, as tokens are aligned by 64 bits.
// Those that differ count for nothing then; it is not called verbatim, and all of it is an edit.
func TestCollisions_OfTokensAreNotVerbatim(t *testing.T) {
	programs := func(names string) string {
		var b strings.Builder
		for _, name := range strings.Fields(names) {
			fmt.Fprintf(&b, "%s = append(%[1]s, 1) // as it was\n", name)
		}
		return b.String()
	}
	for _, pair := range []struct{ file, a, b string }{
		{"a.txt", wordTwinsA, wordTwinsB}, {"a.go", programs(wordTwinsA), programs(wordTwinsB)},
	} {
		root := t.TempDir()
		asktest.WriteFile(t, filepath.Join(root, pair.file), pair.a)
		x := asktest.NewIndex(t, index.DefaultSettings(), root)
		asked := func(source string) *answer.Answer {
			q := asktest.Search(source)
			q.Name = pair.file
			return asktest.Ask(t, x, q)
		}
		allAnswer := asked(pair.b)
		if allAnswer.Stats.Candidates != 1 {
			t.Fatalf("%s: %+v: this tests nothing", pair.file, allAnswer.Stats)
		}
		itself := asked(pair.a)
		for _, h := range allAnswer.Hits {
			if pair.file == "a.txt" || h.Kind == "verbatim" || h.Score >= itself.Hits[0].Score {
				t.Errorf("%s is taken for %s, with a score of %g", pair.file, h.Kind, h.Score)
			}
		}
		c := asktest.CompareTexts(t, chaffinch.Document{Name: pair.file, Source: []byte(pair.a)}, chaffinch.Document{Name: pair.file, Source: []byte(pair.b)})
		if pair.file == "a.txt" {
			if len(c.Matches) > 0 || c.Score > 0 {
				t.Errorf("%s: compared, %+v", pair.file, c)
			}
			continue
		}
		differs := 0
		for _, m := range c.Matches {
			for _, e := range m.Edits {
				differs += e.A.Tokens.End - e.A.Tokens.Start
			}
			for _, r := range m.Renames {
				differs += r.Count
			}
		}
		if least := len(strings.Fields(wordTwinsA)); c.Kind == "verbatim" || differs < least {
			t.Errorf("%s: compared, it is %s, and of %d words or more %d are told to differ", pair.file, c.Kind, least, differs)
		}
	}
}

// thueMorse returns the first 2^n letters of the sequence of Thue and Morse over both marks.
func thueMorse(n int, zero, one string) []string {
	all := []string{zero}
	for i := range n {
		for j := range 1 << i {
			if all[j] == zero {
				all = append(all, one)
			} else {
				all = append(all, zero)
			}
		}
	}
	return all
}

// For any odd base and any two symbols the polynomials of 1,024 letters of the sequence of Thue and
// Morse, and of those with both symbols exchanged, are the same modulo 2^64: their difference is
// that of the symbols times the product of B^(2^i) - 1 for i from 0 to 9, which has the factor
// 2^64. So such texts have the same fingerprints where k is 1,024, the most there may be.
func TestCollisions_OfThueMorseSequences(t *testing.T) {
	const n, k = 10, 1 << 10
	s := index.DefaultSettings()
	s.Analyzer.Structure = winnow.Scheme{}
	s.Analyzer.Exact = winnow.Scheme{K: k, W: 1, Selection: winnow.SelectRobust}
	s.Analyzer.Text = winnow.Scheme{K: k, W: 1, Selection: winnow.SelectRobust}
	for name, marks := range map[string][2]string{"a.txt": {"yes", "no"}, "a.go": {"+", "-"}} {
		one := strings.Join(thueMorse(n, marks[0], marks[1]), " ")
		other := strings.Join(thueMorse(n, marks[1], marks[0]), " ")
		root := t.TempDir()
		asktest.WriteFile(t, filepath.Join(root, name), one)
		x := asktest.NewIndex(t, s, root)
		language := detect.Language(name, []byte(one)).Name
		hashA, _ := exactGrams(t, x.Analyzer(), language, one)
		hashB, _ := exactGrams(t, x.Analyzer(), language, other)
		if len(hashA) != 1 || len(hashB) != 1 || hashA[0] != hashB[0] {
			t.Fatalf("%s: %x and %x: this tests nothing", name, hashA, hashB)
		}
		q := asktest.Search(other)
		q.Name, q.Alignments = name, true
		allAnswer := asktest.Ask(t, x, q)
		if allAnswer.Stats.Candidates != 1 {
			t.Fatalf("%s: %+v", name, allAnswer.Stats)
		}
		// Each is the other with its halves exchanged, so both halves are true matches, and what
		// they are cut to.
		for _, h := range allAnswer.Hits {
			al := h.Alignment
			for _, m := range al.Matches {
				if m.Tokens > 1<<(n-1) {
					t.Errorf("%s: a match of %d tokens", name, m.Tokens)
				}
				for _, tile := range m.Tiles {
					for i := range tile.Length {
						if al.Question.Text(tile.A+i) != al.Document.Text(tile.B+i) {
							t.Fatalf("%s: what is not the same is in the match %+v", name, m)
						}
					}
				}
			}
		}
	}
}

// defaultAnalyzer is that of an index with the usual settings.
func defaultAnalyzer(t testing.TB) *analyzer.Analyzer {
	t.Helper()
	a, err := analyzer.New(index.DefaultSettings().Analyzer)
	asktest.Must(t, err)
	return a
}
