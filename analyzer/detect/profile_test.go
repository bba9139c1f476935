package detect

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

var profileRoots = flag.String("profiles", "", "count profiles.txt anew over these directories, with : between them")

// profileShare is the weight of what is counted against the old line of a language. A small set,
// such as linguist's samples, has a share of 0.15: its files differ more than those of packages,
// but are few.
var profileShare = flag.Float64("profiles-share", 1, "the weight of what is counted against profiles.txt, up to 1")

const (
	profileFiles   = 40  // of a language in one directory are looked at
	profileLines   = 40  // of each, from somewhere within
	profileWords   = 30  // are kept
	mixedWords     = 70  // of each kind are kept of two sets
	profileOthers  = 60  // words that are no keywords are kept
	profileFew     = 80  // lines of a language are needed in a small set
	profileMinimum = 400 // lines of a language are needed; what was counted before is kept otherwise
)

const profileHead = `# How lines of code look, and which keywords are frequent; see profile.go. Counted by TestProfiles_Count.
# name, tab, percent of the lines that show each habit, tab, keywords with permille of all words, tab, other words likewise.
`

// TestProfiles_Count writes profiles.txt if asked to by -profiles, from the files whose names tell
// their language.
func TestProfiles_Count(t *testing.T) {
	if *profileRoots == "" {
		t.Skip("needs -profiles DIR:DIR")
	}
	text := profileHead
	files := filesByLanguage(strings.Split(*profileRoots, ":"))
	others := otherWords(files)
	for _, l := range codeLanguages() {
		if line := countProfile(l, files[l]); line != "" {
			text += mixed(l.Name, withOthers(line, others[l]))
		} else if old := profileLine(l.Name); old != "" {
			text += old
		} else {
			t.Logf("%s: not enough", l)
		}
	}
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines[2 : len(lines)-1])
	if err := os.WriteFile("profiles.txt", []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// leastLines is the least number of lines that are counted.
func leastLines() int {
	if *profileShare < 1 {
		return profileFew
	}
	return profileMinimum
}

// mixed returns the mean of the new and the old line about a language, weighted by profileShare.
func mixed(name, line string) string {
	old := profileLine(name)
	if *profileShare == 1 || old == "" {
		return line
	}
	was, is := strings.Split(strings.TrimSuffix(old, "\n"), "\t"), strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	mean := func(a, b string) float64 { return (1-*profileShare)*number(a) + *profileShare*number(b) }
	out := name + "\t"
	for h, rate := range strings.Fields(was[1]) {
		out += fmt.Sprintf("%.0f ", mean(rate, strings.Fields(is[1])[h]))
	}
	for column := 2; column <= 3; column++ {
		both := [2]map[string]string{wordsIn(was, column), wordsIn(is, column)}
		order := append(sortedKeys(both[0]), sortedKeys(both[1])...)
		slices.Sort(order)
		order = slices.Compact(order)
		slices.SortStableFunc(order, func(a, b string) int {
			return cmp.Compare(mean(both[0][b], both[1][b]), mean(both[0][a], both[1][a]))
		})
		out = strings.TrimSuffix(out, " ") + "\t"
		for _, word := range order[:min(len(order), mixedWords)] {
			out += fmt.Sprintf("%s %.3g ", word, mean(both[0][word], both[1][word]))
		}
	}
	return strings.TrimSuffix(out, " ") + "\n"
}

// wordsIn returns the words with their frequencies in a column of a line.
func wordsIn(columns []string, column int) map[string]string {
	words := map[string]string{}
	if column < len(columns) {
		fields := strings.Fields(columns[column])
		for i := 0; i+1 < len(fields); i += 2 {
			words[fields[i]] = fields[i+1]
		}
	}
	return words
}

// profileLine returns the line of profiles.txt about a language, or "".
func profileLine(name string) string {
	for line := range strings.Lines(profileText) {
		if strings.HasPrefix(line, name+"\t") {
			return line
		}
	}
	return ""
}

// pathHash orders files at random, but always alike.
func pathHash(path string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(path))
	return h.Sum64()
}

// filesByLanguage returns up to profileFiles of every language and directory.
func filesByLanguage(roots []string) map[*lex.Language][]string {
	files := map[*lex.Language][]string{}
	for _, root := range roots {
		for l, list := range filesBelow(root) {
			slices.SortFunc(list, func(a, b string) int { return cmp.Compare(pathHash(a), pathHash(b)) })
			files[l] = append(files[l], list[:min(len(list), profileFiles)]...)
		}
	}
	return files
}

func filesBelow(root string) map[*lex.Language][]string {
	files := map[*lex.Language][]string{}
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) == "" {
			return nil
		}
		if src, err := os.ReadFile(path); err == nil && len(src) < 1<<18 && bytes.IndexByte(src, 0) < 0 {
			if l := Language(path, src); l != lex.Prose {
				files[l] = append(files[l], path)
			}
		}
		return nil
	})
	return files
}

// excerpt returns some lines of a file from somewhere within; nil if it has too few.
func excerpt(path string, n int) []byte {
	src, err := os.ReadFile(path)
	lines := bytes.SplitAfter(src, []byte("\n"))
	if err != nil || len(lines) < 15 {
		return nil
	}
	from := 0
	if len(lines) > n {
		from = int(pathHash(path+"#") % uint64(len(lines)-n))
	}
	return bytes.Join(lines[from:min(from+n, len(lines))], nil)
}

// countProfile returns the line about a language, or "" if there is too little of it.
func countProfile(l *lex.Language, files []string) string {
	var seen [habits]int
	words := map[string]int{}
	lines, total := 0, 0
	for _, path := range files {
		e := gather(excerpt(path, linesOf()))
		lines += e.lines
		for h, n := range e.habits {
			seen[h] += n
		}
		for word, n := range e.wordCounts() {
			if !isKeyword(word) {
				continue
			}
			total += 2 * n // about every second word is nobody's keyword
			if language.ByName(l.Name).FoldCase {
				word = strings.ToLower(word)
			}
			words[word] += n
		}
		e.release()
	}
	if lines < leastLines() {
		return ""
	}
	line := l.Name + "\t"
	for _, n := range seen {
		line += fmt.Sprintf("%d ", int(math.Round(100*float64(n)/float64(lines))))
	}
	line = strings.TrimSuffix(line, " ") + "\t"
	for _, word := range frequent(words) {
		line += fmt.Sprintf("%s %.3g ", word, 1000*float64(words[word])/float64(total))
	}
	return strings.TrimSpace(line)
}

// isKeyword reports whether the word is a keyword of any language.
func isKeyword(word string) bool {
	return slices.ContainsFunc(language.Rows(), func(r *language.Row) bool {
		keyword := word
		if r.FoldCase {
			keyword = strings.ToLower(word)
		}
		return slices.Contains(strings.Fields(r.Keywords), keyword)
	})
}

// otherWords returns, for each language, words with their permille, those that set it apart most
// first: by p*log(p/mean), with p the mean of the word's share of the words of each file. A word
// must occur in four files, in one of 25, and in two directories if the language has several.
func otherWords(files map[*lex.Language][]string) map[*lex.Language][]string {
	type counted struct {
		share float64
		files int
		roots map[string]bool
	}
	shares := map[*lex.Language]map[string]*counted{}
	mean := map[string]float64{}
	for l, paths := range files {
		shares[l] = map[string]*counted{}
		roots := map[string]bool{}
		for _, path := range paths {
			root := rootOf(path)
			roots[root] = true
			for word, share := range wordShares(l, path) {
				c := shares[l][word]
				if c == nil {
					c = &counted{roots: map[string]bool{}}
					shares[l][word] = c
				}
				c.share += share / float64(len(paths))
				c.files++
				c.roots[root] = true
			}
		}
		for word, c := range shares[l] {
			mean[word] += c.share / float64(len(files))
			if c.files < max(leastFiles(), len(paths)/25) || len(c.roots) < min(2, len(roots)) {
				delete(shares[l], word)
			}
		}
	}
	others := map[*lex.Language][]string{}
	for l, all := range shares {
		score := func(word string) float64 { return all[word].share * math.Log(all[word].share/mean[word]) }
		words := slices.DeleteFunc(sortedKeys(all), func(word string) bool { return all[word].share < 0.0002 })
		slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(score(b), score(a)) })
		for _, word := range words {
			others[l] = append(others[l], fmt.Sprintf("%s %.3g", word, 1000*all[word].share))
		}
	}
	return others
}

// linesOf is the number of lines of a file that are counted: many if there are few files.
func linesOf() int {
	if *profileShare < 1 {
		return 10 * profileLines
	}
	return profileLines
}

// leastFiles is the least number of files that a word must occur in.
func leastFiles() int {
	if *profileShare < 1 {
		return 2
	}
	return 4
}

// withOthers adds to a line of profiles.txt the first words that it does not have.
func withOthers(line string, others []string) string {
	p := readProfile(line[strings.IndexByte(line, '\t')+1:])
	others = slices.DeleteFunc(others, func(other string) bool {
		word, _, _ := strings.Cut(other, " ")
		return slices.ContainsFunc(p.words, func(w wordProb) bool { return w.text == word })
	})
	return line + "\t" + strings.Join(others[:min(len(others), profileOthers)], " ") + "\n"
}

func rootOf(path string) string {
	for root := range strings.SplitSeq(*profileRoots, ":") {
		if strings.HasPrefix(path, root+"/") {
			return root
		}
	}
	return ""
}

// wordShares returns the share of each word among the words in the code of a file's beginning.
func wordShares(l *lex.Language, path string) map[string]float64 {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	src = headOf(src, 2*detectHead)
	shares, total := map[string]float64{}, 0.0
	for _, t := range l.Lex(nil, src) {
		word := string(src[t.Start:t.End])
		if len(word) > 24 || !isLetterAt([]byte(word), 0) || wordEndAt([]byte(word), 0) != len(word) {
			continue
		}
		if language.ByName(l.Name).FoldCase {
			word = strings.ToLower(word)
		}
		shares[word]++
		total++
	}
	for word := range shares {
		shares[word] /= total
	}
	return shares
}

// frequent returns the most frequent words.
func frequent(words map[string]int) []string {
	list := sortedKeys(words)
	slices.SortStableFunc(list, func(a, b string) int { return words[b] - words[a] })
	list = list[:min(len(list), profileWords)]
	return slices.DeleteFunc(list, func(word string) bool { return words[word] < 3 })
}

// TestProfiles_Detect checks what was counted.
func TestProfiles_Detect(t *testing.T) {
	all := readProfiles()
	if len(all) < 50 {
		t.Fatalf("%d profiles", len(all))
	}
	for name, p := range all {
		if l, ok := lex.Lookup(name); name != "" && (!ok || l.Name != name) {
			t.Errorf("a profile of %q, which is no language", name)
		}
		for h, rate := range p.habits {
			if !(rate > 0 && rate < 1) {
				t.Errorf("%q: habit %d has rate %v", name, h, rate)
			}
		}
		for _, w := range p.words {
			if !(w.prob > 0 && w.prob < 1) {
				t.Errorf("%q: %q has probability %v", name, w.text, w.prob)
			}
		}
	}
}
