package notice

import (
	"cmp"
	_ "embed" // the phrases
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/licensecheck"
)

// licensecheck recognises 423 licences. Its scanner of all of them takes seconds and 130 MB to build, and the scanner of
// one licence takes a millisecond. So a text is compared with few licences:
//
//  1. phrases.bin lists, for each form of a licence, a few phrases that every text in this form has, the rarest ones. A
//     form is a whole text, or a notice. The licences of which a text has some phrases of a form are its candidates.
//  2. A scanner for each candidate tells which of them the text has. If one is the whole text, the others are only looked
//     for at its beginning. The short notices of the GNU licences share one scanner, because a text that has the phrases
//     of one has the phrases of nearly all.
//  3. If the text has several, a scanner of these decides which words belong to which one. Many heads of files have the
//     same candidates; then a scanner of all of them is built, and asked at once.
//
// TestScan compares the result with the scanner of all licences.

const (
	phraseWords        = 4   // words of a phrase
	mostPhrases        = 8   // phrases of a form
	leastPhrases       = 4   // a candidate has at least the number of its phrases divided by this
	entrySize          = 6   // bytes of an entry in phrases.bin: the hash of a phrase, and the form that it is of
	mostCopyrightWords = 50  // of a statement of copyright that licensecheck counts to a licence
	mostApart          = 64  // texts whose candidates are looked for one after the other, if they have the same ones
	mostScanners       = 512 // scanners that are kept: those of single licences and some of several
)

// phrases has the phrases of licences, sorted by hash. TestPhrases_UpToDate writes it.
//
//go:embed phrases.bin
var phrases string

// form is a form of a licence: the number of the licence in [licensecheck.BuiltinLicenses], in bits from formBits on the
// number of the form, and a bit that tells whether all that it requires is shorter than a statement of copyright.
type form uint16

const (
	formBits  = 11
	shortForm = form(1 << 15)
)

func formOf(license, n int) form { return form(license | n<<formBits) }
func (f form) license() int      { return int(f & (1<<formBits - 1)) }

// entry returns an entry of phrases.
func entry(i int) (hash uint32, f form) {
	e := phrases[i*entrySize:][:entrySize]
	return uint32(e[0]) | uint32(e[1])<<8 | uint32(e[2])<<16 | uint32(e[3])<<24, form(e[4]) | form(e[5])<<8
}

// firstBits are the first bits of a hash, by which builtins.begin finds the entries of a phrase.
const firstBits = 12

// builtins are the licences of licensecheck.
type builtins struct {
	all, byAddress []licensecheck.License // byAddress only have an address
	gnu            []int                  // the notices of GNU licences
	phrases        map[form]int           // the number of phrases of each form
	begin          [1<<firstBits + 1]uint16
}

var builtin = sync.OnceValue(func() *builtins {
	b := &builtins{all: licensecheck.BuiltinLicenses(), phrases: map[form]int{}}
	for i, l := range b.all {
		if l.LRE == "" {
			b.byAddress = append(b.byAddress, l)
		} else if isGNU(l.ID) {
			b.gnu = append(b.gnu, i)
		}
	}
	for i := range len(phrases) / entrySize {
		hash, f := entry(i)
		b.phrases[f]++
		b.begin[hash>>(32-firstBits)+1]++
	}
	for i := range len(b.begin) - 1 {
		b.begin[i+1] += b.begin[i]
	}
	return b
})

// isGNU reports whether licensecheck has only the notice of a licence, and GNU recommends it.
func isGNU(id string) bool {
	return strings.Contains(id, "GPL-") && (strings.HasSuffix(id, "-only") || strings.HasSuffix(id, "-or-later") || strings.HasSuffix(id, "-or-3.0"))
}

// scan returns the licences in a text, as [licensecheck.Scan] does. A text without the phrases of a licence takes some
// 50 ns a word. The first text of a licence takes a millisecond more, or several if its licence is long.
func scan(text []byte) (found licensecheck.Coverage) {
	sets := candidates(text, 0)
	if len(sets) > 1 && areFrequent(sets) {
		return scannerOf(sets...).Scan(text)
	}
	var matching [][]int
	var before [][]int // candidates before the licence that is the whole text
	isWhole := false
	for _, licenses := range sets {
		if isWhole && !slices.ContainsFunc(before, func(other []int) bool { return other[0] == licenses[0] }) {
			continue
		}
		c := scannerOf(licenses).Scan(text)
		if !slices.ContainsFunc(c.Match, func(m licensecheck.Match) bool { return !m.IsURL }) {
			continue
		}
		matching, found = append(matching, licenses), c
		if !isWhole && c.Percent == 100 && len(c.Match) == 1 {
			isWhole, before = true, candidates(copyrightOf(text), shortForm)
		}
	}
	if len(matching) > 1 {
		return scannerOf(matching...).Scan(text)
	}
	return found
}

// copyrightOf returns the beginning of a text that is a licence, as far as it may be a statement of copyright before it.
// licensecheck counts up to 50 words of such a statement, which may name another licence.
func copyrightOf(text []byte) []byte {
	words := 0
	for i := 1; i < len(text); i++ {
		if inWord(text[i-1]) && !inWord(text[i]) {
			if words++; words == mostCopyrightWords {
				return text[:i]
			}
		}
	}
	return text
}

// candidates returns the licences that a text may have in a form with these bits. They are numbers, in sets that share a
// scanner. The set with the most phrases in the text comes first.
func candidates(text []byte, bits form) (sets [][]int) {
	found := make([]bool, len(phrases)/entrySize) // entries of phrases
	count := map[form]int{}                       // of these, by form
	begin := &builtin().begin
	eachPhrase(text, func(hash uint32) {
		first := hash >> (32 - firstBits)
		for at := begin[first]; at < begin[first+1]; at++ {
			if h, f := entry(int(at)); h == hash && f&bits == bits && !found[at] {
				found[at] = true
				count[f]++
			}
		}
	})
	seen := map[int]int{} // phrases by the first licence of a set
	for f, n := range count {
		if l := f.license(); leastPhrases*n >= builtin().phrases[f] {
			if isGNU(builtin().all[l].ID) {
				l = builtin().gnu[0]
			}
			seen[l] = max(seen[l], n)
		}
	}
	order := slices.SortedFunc(maps.Keys(seen), func(a, b int) int { return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(a, b)) })
	for _, l := range order {
		if l == builtin().gnu[0] {
			sets = append(sets, builtin().gnu)
		} else {
			sets = append(sets, []int{l})
		}
	}
	return sets
}

// hasPhrase reports whether a text has a phrase of a licence.
func hasPhrase(text []byte) (found bool) {
	begin := &builtin().begin
	eachPhrase(text, func(hash uint32) {
		first := hash >> (32 - firstBits)
		for at := begin[first]; at < begin[first+1]; at++ {
			h, _ := entry(int(at))
			found = found || h == hash
		}
	})
	return found
}

// eachPhrase calls f with the hash of each phrase in a text: of each run of phraseWords words. Words are letters and
// digits; their case does not matter.
func eachPhrase(text []byte, f func(hash uint32)) {
	const first, factor = 2166136261, 16777619 // FNV-1a
	var last [phraseWords]uint32
	words := 0
	for i := 0; i < len(text); {
		if !inWord(text[i]) {
			i++
			continue
		}
		word := uint32(first)
		for ; i < len(text) && inWord(text[i]); i++ {
			c := text[i]
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			word = (word ^ uint32(c)) * factor
		}
		last[words%phraseWords] = word
		if words++; words >= phraseWords {
			hash := uint32(first)
			for k := range phraseWords {
				hash = (hash ^ last[(words+k)%phraseWords]) * factor
				hash ^= hash >> 15
			}
			f(hash)
		}
	}
}

func inWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// scanners are those that were built, by the numbers of their licences, and how often sets of candidates were met.
var scanners = struct {
	sync.Mutex
	built map[string]func() *licensecheck.Scanner
	met   map[string]int
}{built: map[string]func() *licensecheck.Scanner{}, met: map[string]int{}}

// areFrequent reports whether so many texts have had these candidates that one scanner for all of them is worth the
// time to build it, which is up to 0.2 s.
func areFrequent(sets [][]int) bool {
	key, _ := keyOf(sets)
	scanners.Lock()
	defer scanners.Unlock()
	if len(scanners.met) >= mostScanners {
		clear(scanners.met)
	}
	scanners.met[key]++
	return scanners.met[key] > mostApart
}

// keyOf returns the licences of some sets in their order, and a text for them.
func keyOf(sets [][]int) (key string, licenses []int) {
	licenses = slices.Concat(sets...)
	slices.Sort(licenses)
	var b []byte
	for _, l := range licenses {
		b = binary.LittleEndian.AppendUint16(b, uint16(l))
	}
	return string(b), licenses
}

// scannerOf returns a scanner for some sets of licences, which also knows the addresses of all.
func scannerOf(sets ...[]int) *licensecheck.Scanner {
	key, licenses := keyOf(sets)
	scanners.Lock()
	build := scanners.built[key]
	if build == nil {
		build = sync.OnceValue(func() *licensecheck.Scanner {
			chosen := slices.Clone(builtin().byAddress)
			for _, l := range licenses {
				chosen = append(chosen, builtin().all[l])
			}
			s, err := licensecheck.NewScanner(chosen)
			if err != nil {
				panic(err) // TestScan builds the scanner of each licence
			}
			return s
		})
		if len(scanners.built) >= mostScanners {
			clear(scanners.built)
		}
		scanners.built[key] = build
	}
	scanners.Unlock()
	return build()
}
