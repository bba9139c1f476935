package detect

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/linguist"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The classifier adds up two kinds of features: what rows and profiles say (features.go), and the
// probabilities that linguist learned from its samples. The samples know words that are no
// keywords, such as println and std, but most languages have few samples. For 25 lines in one of
// sixty languages, samples alone put the right one among the first three in 57 of 100 cases, both
// together in 91. go-enry's own classifier is not used: it cuts the content with a dozen regular
// expressions, which takes milliseconds, and leaves ties to the order of a map. The order here is
// total: by score, then by name.

// classify sorts languages by their probability for the content, the best first.
func classify(content []byte, languages []*lex.Language) []*lex.Language {
	counts := map[string]int{}
	classifierTokens(content, func(token []byte) { counts[string(token)]++ })
	samples := sampleScores(counts, languages)
	evidence := gather(content)
	type scored struct {
		language *lex.Language
		score    float64
	}
	all := make([]scored, 0, len(languages))
	for i, l := range languages {
		all = append(all, scored{l, evidence.fit(l) + weightSamples*samples[i] + prior(l)})
	}
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.language.Name, b.language.Name))
	})
	sorted := make([]*lex.Language, len(all))
	for i := range all {
		sorted[i] = all[i].language
	}
	return sorted
}

// sortedKeys returns the keys in order, because sums of floats depend on the order.
func sortedKeys[V any](counts map[string]V) []string {
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// widelyUsed are the languages that most snippets are in.
const widelyUsed = `C C++ C# Java Python JavaScript TypeScript Go Rust PHP Ruby Shell SQL HTML Swift Kotlin`

// prior returns the logarithm of the prior probability of a language, up to a constant.
func prior(l *lex.Language) float64 {
	if strings.Contains(" "+widelyUsed+" ", " "+l.Name+" ") {
		return weightUse
	}
	return 0
}

const (
	// weightUse is the bonus of a widely used language: as much as a frequent keyword.
	weightUse = 3
	// weightSamples is the weight of linguist's samples relative to the other features.
	weightSamples = 0.3
	// trustSamples is the weight of a token's probability in the samples of a language against its
	// mean over all languages. Samples are small: a token that is missing in them is rare, not
	// impossible.
	trustSamples = 0.6
)

// sampleScores returns, for each language, the logarithm of the probability of the tokens in
// linguist's samples, relative to the mean of all. A language without samples gets 0, as an average
// one.
func sampleScores(counts map[string]int, languages []*lex.Language) []float64 {
	scores := make([]float64, len(languages))
	numbers, sampled := sampledAmong(languages)
	probs := make([]float64, linguist.Samples())
	for _, token := range sortedKeys(counts) {
		clear(probs)
		linguist.Probability(token, func(n int, log float64) { probs[n] = math.Exp(log) })
		sum := 0.0
		for _, n := range numbers {
			if n >= 0 {
				sum += probs[n]
			}
		}
		if sum == 0 {
			continue // nobody knows it
		}
		for i, n := range numbers {
			if n >= 0 {
				ratio := probs[n] * float64(sampled) / sum
				scores[i] += math.Log(trustSamples*ratio+1-trustSamples) * math.Sqrt(float64(counts[token]))
			}
		}
	}
	return scores
}

// sampledAmong returns the number of each language in linguist's samples, -1 for those without
// samples, and how many have samples.
func sampledAmong(languages []*lex.Language) (numbers []int, sampled int) {
	for _, l := range languages {
		n, ok := linguist.Sampled(l.Name)
		if !ok {
			numbers = append(numbers, -1)
			continue
		}
		numbers, sampled = append(numbers, n), sampled+1
	}
	return numbers, sampled
}

// classifierTokens cuts content as linguist cut its samples and calls yield for each token: tags
// and attributes, names and paths, brackets, operators and other marks, but no literals and
// comments.
func classifierTokens(content []byte, yield func([]byte)) {
	for i := 0; i < len(content); {
		rest := content[i:]
		if n := skippedByClassifier(rest); n > 0 {
			i += n
			continue
		}
		n := classifierToken(rest)
		if !isBlank(rest[0]) {
			yield(classifierText(rest[:n]))
		}
		i += n
	}
}

// skippedByClassifier returns the length of the comment or literal at the start of text, or 0.
func skippedByClassifier(text []byte) int {
	for _, pair := range [][2]string{{"/*", "*/"}, {"<!--", "-->"}, {"{-", "-}"}, {"(*", "*)"}, {`"""`, `"""`}, {"'''", "'''"}} {
		if bytes.HasPrefix(text, []byte(pair[0])) {
			if n := bytes.Index(text[len(pair[0]):], []byte(pair[1])); n >= 0 {
				return len(pair[0]) + n + len(pair[1])
			}
		}
	}
	line := text
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		line = text[:n]
	}
	for _, mark := range []string{"//", "--", "#", "%"} {
		if bytes.HasPrefix(line, []byte(mark)) && len(line) > len(mark) && isBlank(line[len(mark)]) {
			return len(line)
		}
	}
	switch c := text[0]; {
	case c == '"' || c == '\'':
		if n := bytes.IndexByte(line[1:], c); n >= 0 {
			return n + 2
		}
	case c >= '0' && c <= '9':
		n := 1
		for n < len(text) && (isClassifierWord(text[n]) && text[n] != '_') {
			n++
		}
		return n
	}
	return 0
}

// classifierToken returns the length of the token at the start of text.
func classifierToken(text []byte) int {
	c := text[0]
	if c == '<' && len(text) > 1 && (text[1] == '/' || text[1] == '!' || lower(text[1])-'a' < 26) {
		n := 2
		for n < len(text) && !isBlank(text[n]) && strings.IndexByte("<>='\"();{}", text[n]) < 0 {
			n++
		}
		if n < len(text) && (text[n] == '>' || isBlank(text[n]) && bytes.IndexByte(headOf(text, 200), '>') > 0) {
			return n + 1
		}
	}
	n := 0
	for n < len(text) && isClassifierWord(text[n]) {
		n++
	}
	if n > 0 {
		return n
	}
	if len(text) > 1 && text[1] == c && strings.IndexByte("<&|", c) >= 0 {
		return 2
	}
	return 1
}

// classifierText writes a tag as the samples have it: <name>.
func classifierText(token []byte) []byte {
	if token[0] == '<' && len(token) > 2 {
		return append(slices.Clone(token[:len(token)-1]), '>')
	}
	return token
}

func isClassifierWord(b byte) bool {
	return isWordByte(b) || strings.IndexByte(".@#/*", b) >= 0
}
