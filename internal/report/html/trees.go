package html

import (
	"context"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/trees"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The page of two trees is the report of a collection. Its units are the files of both trees, and
// its pairs are the related files. Instead of the overview it has a picture of the relations.

// flow is the picture: which material of the first tree went where in the second.
type flow struct {
	Trees     [2]flowTree    `json:"trees"`
	Relations []flowRelation `json:"relations"`
}

type flowTree struct {
	Name   string  `json:"name"`
	Folder string  `json:"folder,omitempty"`
	Files  int     `json:"files"`
	Tokens int     `json:"tokens"`
	Share  float64 `json:"share"`
}

// flowRelation is a [trees.Relation]. At least one side has one file.
type flowRelation struct {
	Kind      string        `json:"kind"`
	Copy      string        `json:"copy,omitempty"`
	Identical bool          `json:"identical,omitempty"`
	Score     float64       `json:"score"`
	Smaller   float64       `json:"smaller"` // shares in matches
	Larger    float64       `json:"larger"`
	Sides     [2][]flowFile `json:"sides"`
	Pairs     []int         `json:"pairs,omitempty"` // by file of the larger side; -1 without sources
}

type flowFile struct {
	Unit     int     `json:"unit"`
	Found    float64 `json:"found"`
	Matching int     `json:"matching"`
}

// TreeSources bounds the bytes of all sources in the page of two trees.
const TreeSources = 16 << 20

// WriteTrees writes the page of two trees. Pairs of files whose sources the result has can be
// opened side by side. A browser without scripts shows the output of compare on a terminal, with at
// most rows relations. Errors come from out and ctx.
func WriteTrees(ctx context.Context, out io.Writer, t *trees.Result, rows int) error {
	var text strings.Builder
	if err := report.TreesText(&text, t, rows); err != nil {
		return err
	}
	b := flowBuilder{
		t: t, picture: &flow{Relations: make([]flowRelation, 0, len(t.Relations))},
		r:     &pairs.Report{Unit: "file", Sort: string(t.Sort), Skipped: t.Skipped, Warnings: t.Warnings},
		known: [2]map[string]int{{}, {}},
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	return Write(out, b.r, Options{
		Title: t.A.Name + " and " + t.B.Name, text: text.String(), flow: b.picture,
		source: func(content string) ([]byte, error) { return t.Sources[content], nil },
	})
}

// flowBuilder makes a collection of two trees.
type flowBuilder struct {
	t       *trees.Result
	picture *flow
	r       *pairs.Report
	known   [2]map[string]int // units by tree and path
}

func (b *flowBuilder) build(ctx context.Context) error {
	for side, tree := range []*trees.Tree{&b.t.A, &b.t.B} {
		b.picture.Trees[side] = flowTree{
			terminal.Safe(tree.Name), terminal.Safe(tree.Folder), tree.Files, tree.Tokens, report.FourDecimals(tree.Share),
		}
	}
	for i := range b.t.Relations {
		relation, err := b.relation(ctx, &b.t.Relations[i])
		if err != nil {
			return err
		}
		b.picture.Relations = append(b.picture.Relations, relation)
	}
	return nil
}

func (b *flowBuilder) relation(ctx context.Context, r *trees.Relation) (flowRelation, error) {
	v := flowRelation{
		Kind: r.Kind, Copy: r.Copy, Identical: r.Identical, Score: report.FourDecimals(r.Score),
		Smaller: report.FourDecimals(r.ShareOfSmaller), Larger: report.FourDecimals(r.ShareOfLarger),
		Sides: [2][]flowFile{b.files(0, r.A), b.files(1, r.B)},
	}
	if r.Identical {
		return v, nil
	}
	for i := range r.A {
		for j := range r.B {
			pair, err := b.pair(ctx, &r.A[i], &r.B[j])
			if err != nil {
				return v, err
			}
			v.Pairs = append(v.Pairs, pair)
		}
	}
	return v, nil
}

func (b *flowBuilder) files(side int, files []trees.Related) []flowFile {
	all := make([]flowFile, 0, len(files))
	for i := range files {
		f := &files[i]
		all = append(all, flowFile{b.unit(side, f), report.FourDecimals(f.Found), f.Matching})
	}
	return all
}

// unit returns the index of a file, which it adds when it is new.
func (b *flowBuilder) unit(side int, f *trees.Related) int {
	n, known := b.known[side][f.Path]
	if !known {
		n = len(b.r.Units)
		b.known[side][f.Path] = n
		b.r.Units = append(b.r.Units, pairs.Unit{
			Name: f.Path, Label: []string{b.t.A.Name, b.t.B.Name}[side], Tokens: f.Tokens,
			Files: []pairs.File{{
				Path: f.Path, Content: f.Content, Language: f.Language, Lines: f.Lines, Tokens: f.Tokens,
			}},
		})
	}
	return n
}

// pair compares two files as compare does, and returns the index of the pair. It returns -1 without
// both sources, or without a match.
func (b *flowBuilder) pair(ctx context.Context, x, y *trees.Related) (int, error) {
	sourceX, sourceY := b.t.Sources[x.Content], b.t.Sources[y.Content]
	if sourceX == nil || sourceY == nil || x.Content == y.Content {
		return -1, nil
	}
	c, err := chaffinch.Compare(ctx, chaffinch.Document{Name: x.Path, Source: sourceX, Language: x.Language},
		chaffinch.Document{Name: y.Path, Source: sourceY, Language: y.Language}, chaffinch.CompareOptions{})
	if err != nil {
		return -1, err
	}
	if len(c.Matches) == 0 {
		return -1, nil
	}
	p := pairOf(c)
	p.A.Unit, p.B.Unit = b.unit(0, x), b.unit(1, y)
	b.r.Pairs = append(b.r.Pairs, p)
	return len(b.r.Pairs) - 1, nil
}
