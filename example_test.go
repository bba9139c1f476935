package chaffinch_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The example indexes a folder and asks where a function with other names came from. It prints the
// answer of chaffinch search.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "chaffinch")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	x, err := chaffinch.Create(filepath.Join(dir, "index"), index.DefaultSettings())
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	corpus := index.Source{Root: "testdata/ranking/corpus"}
	if _, err := x.Update(ctx, corpus, index.UpdateOptions{}); err != nil {
		log.Fatal(err)
	}

	question, err := os.ReadFile("testdata/ranking/questions/go/renamed-allow.go")
	if err != nil {
		log.Fatal(err)
	}
	document := chaffinch.Document{Name: "question.go", Source: question}
	allAnswer, err := x.Search(ctx, document, chaffinch.SearchOptions{Top: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range allAnswer.Warnings {
		fmt.Fprintln(os.Stderr, "warning:", w)
	}
	for _, h := range allAnswer.Hits {
		fmt.Printf("%.3f %3.0f%% %s %s\n", h.Score, 100*h.Coverage, h.Kind, h.Occurrences[0].Path)
		for _, m := range h.Matches {
			fmt.Println("  lines", m.Question, "are its lines", m.Document)
		}
	}
	// Output:
	// 0.979 100% renamed go/tokenbucket.go
	//   lines 9-42 are its lines 45-78
}

// The example indexes documents that are in no file, such as the rows of a database: JSON lines
// with content and metadata, from any reader.
func ExampleIndex_Update() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "chaffinch")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	settings := index.DefaultSettings()
	settings.Store = true // no file keeps them
	x, err := chaffinch.Create(filepath.Join(dir, "index"), settings)
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	source, err := os.ReadFile("testdata/ranking/corpus/go/tokenbucket.go")
	if err != nil {
		log.Fatal(err)
	}
	reader, writer := io.Pipe()
	go func() {
		rows := json.NewEncoder(writer)
		writer.CloseWithError(rows.Encode(map[string]string{
			"path": "limits/bucket.go", "content": string(source), "license": "MIT", "author": "Ann",
		}))
	}()
	_, err = x.Update(ctx, index.Source{Root: "-", Collection: "rows"},
		index.UpdateOptions{Corpus: document.Options{Input: reader}})
	if err != nil {
		log.Fatal(err)
	}

	found, err := x.Search(ctx, chaffinch.Document{Name: "a.go", Source: source}, chaffinch.SearchOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range found.Hits {
		o := h.Occurrences[0]
		fmt.Println(h.Kind, o.Collection, o.Path, o.License, o.Author)
	}
	// Output:
	// verbatim rows 1/limits/bucket.go MIT Ann
}

// The example compares the files of a folder with each other and with earlier ones. It prints the
// two most similar pairs, as chaffinch pairs does.
func ExamplePairs() {
	c, err := chaffinch.Pairs(context.Background(), []string{"testdata/ranking/questions/go"}, pairs.Options{
		Reading: pairs.Reading{Old: []string{"testdata/ranking/corpus/go"}}, MinScore: 0.3, Top: 2, Matches: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	for _, p := range c.Pairs {
		fmt.Printf("%.3f %s %s %s\n", p.Score, p.Kind, p.A.Name, p.B.Name)
		for _, m := range p.Matches {
			fmt.Println("  lines", m.A.Lines, "are", m.B.Lines)
		}
	}
	fmt.Println(c.More, "more pairs")
	// Output:
	// 0.920 edited go/whole-clockcache.go go~2/clockcache.go
	//   lines 4-20 are 4-20
	//   lines 24-25 are 102-103
	//   lines 26-35 are 21-30
	//   lines 40-52 are 75-87
	//   lines 53-97 are 31-75
	//   lines 97-104 are 92-99
	// 0.904 renamed go/whole-paragraph.go go~2/paragraph.go
	//   lines 17-46 are 77-106
	//   lines 49-70 are 55-76
	//   lines 71-106 are 17-52
	// 24 more pairs
}

func ExampleCompare() {
	a := chaffinch.Document{Name: "a.py", Source: []byte("def total(prices):\n    sum = 0\n    for p in prices:\n        sum += p\n    return sum\n")}
	b := chaffinch.Document{Name: "b.py", Source: []byte("def add(list):\n    n = 0\n    for x in list:\n        n += x\n    return n\n")}
	c, err := chaffinch.Compare(context.Background(), a, b, chaffinch.CompareOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Kind)
	for _, r := range c.Matches[0].Renames {
		fmt.Println(r.A, "is", r.B)
	}
	// Output:
	// renamed
	// sum is n
	// p is x
	// prices is list
	// total is add
}

// The example asks where each file of a folder came from, as chaffinch search does. Files that are
// not read, such as binary ones, have an error.
func ExampleIndex_SearchEach() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "chaffinch")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	x, err := chaffinch.Create(filepath.Join(dir, "index"), index.DefaultSettings())
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	source := index.Source{Root: "testdata/ranking/corpus"}
	if _, err := x.Update(ctx, source, index.UpdateOptions{}); err != nil {
		log.Fatal(err)
	}

	files := x.Files(ctx, "testdata/ranking/questions/go", document.Options{Include: []string{"renamed-*"}})
	o := chaffinch.SearchOptions{Top: 1, MinScore: 0.5}
	err = x.SearchEach(ctx, files, o, func(d chaffinch.Document, a *answer.Answer, err error) error {
		var skipped *chaffinch.SkippedError
		switch {
		case errors.As(err, &skipped):
			return nil
		case err != nil:
			return err
		}
		for _, h := range a.Hits {
			fmt.Println(filepath.Base(d.Name), h.Kind, h.Occurrences[0].Path)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// renamed-allow.go renamed go/tokenbucket.go
	// renamed-justify.go renamed go/paragraph.go
	// renamed-post.go renamed go/ledger.go
}
