package linguist

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// The first line names the languages that have samples; they are counted from 0. Every other line
// is a token and, for each language in whose samples it is, the number of that language, a colon,
// and the logarithm of its share of the language's tokens, negated, in millionths.
//
//go:embed data/samples.txt
var sampleText string

// samples splits the text into its first line and the table.
var samples = sync.OnceValues(func() (numbers map[string]int, table string) {
	first, table, _ := strings.Cut(sampleText, "\n")
	numbers = map[string]int{}
	for i, name := range strings.Split(first, "\t") {
		numbers[name] = i
	}
	return numbers, table
})

// Sampled returns the number of a language in [Probability], less than [Samples], and false if it
// has no samples.
func Sampled(language string) (int, bool) {
	numbers, _ := samples()
	n, ok := numbers[language]
	return n, ok
}

// Samples returns how many languages have samples.
func Samples() int {
	numbers, _ := samples()
	return len(numbers)
}

// Probability calls yield for every language whose samples hold the token, in the order of their
// numbers, with the logarithm of the token's share of that language's tokens.
func Probability(token string, yield func(language int, log float64)) {
	_, table := samples()
	fields, ok := valueOf(table, token)
	if !ok {
		return
	}
	for field := range strings.SplitSeq(fields, "\t") {
		number, share, _ := strings.Cut(field, ":")
		language, err := strconv.Atoi(number)
		millionths, err2 := strconv.Atoi(share)
		if err == nil && err2 == nil {
			yield(language, -float64(millionths)/1e6)
		}
	}
}
