package sketch_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"log"
	"strings"

	"github.com/chaffinch-search/chaffinch/query/sketch"
)

// tokens returns a hash for every word.
func tokens(text string) []uint64 {
	var hashes []uint64
	for word := range strings.FieldsSeq(text) {
		h := fnv.New64a()
		h.Write([]byte(word))
		hashes = append(hashes, h.Sum64())
	}
	return hashes
}

// Broder's own example, at shingles of one, two and three words.
func Example() {
	rose, flower := tokens("a rose is a rose is a rose"), tokens("a rose is a flower which is a rose")
	resemblance := func(w int, o sketch.Option) float64 {
		a := sketch.NewMin(sketch.Shingles(rose, w, o), 100)
		b := sketch.NewMin(sketch.Shingles(flower, w, o), 100)
		return 100 * a.Resemblance(b).Value()
	}
	for w := 1; w <= 3; w++ {
		fmt.Printf("%.2f%% or %.2f%%\n", resemblance(w, sketch.OptionA), resemblance(w, sketch.OptionB))
	}
	// Output:
	// 70.00% or 60.00%
	// 50.00% or 50.00%
	// 30.00% or 42.86%
}

// A verse lies in its poem as a whole, and is a small part of it. Texts as short as these are kept whole, so nothing is
// estimated.
func ExampleMod_Containment() {
	poem := tokens("the fox runs over the hill and the dog runs after the fox until both of them rest")
	verse := sketch.NewModOf(sketch.Shingles(poem[2:9], 3, sketch.OptionB), 100)
	whole := sketch.NewModOf(sketch.Shingles(poem, 3, sketch.OptionB), 100)
	fmt.Printf("%+v\n%+v\n", verse.Containment(whole), whole.Containment(verse))
	// Output:
	// {Shared:5 Sample:5 Exact:true}
	// {Shared:5 Sample:16 Exact:true}
}

func ExampleCluster() {
	texts := []string{
		"to be or not to be that is the question",
		"a rose is a rose is a rose",
		"to be or not to be this was the question",
		"all the world is a stage",
		"and a rose is a rose is a rose",
	}
	sketches := make([]sketch.Min, len(texts))
	for i, text := range texts {
		sketches[i] = sketch.NewMin(sketch.Shingles(tokens(text), 2, sketch.OptionB), 50)
	}
	groups, err := sketch.Cluster(context.Background(), sketches, sketch.Options{Threshold: 0.4})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(groups)
	// Output: [[0 2] [1 4]]
}
