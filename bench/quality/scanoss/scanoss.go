// Package scanoss measures SCANOSS fingerprints: the size and time of an index with them, and what
// they find.
//
//	go -C bench run ./quality scanoss [-n 300] [-lines 10,20,40] FOLDER
//
// It indexes the folder without and with them. Then it cuts snippets of whole lines from its files,
// puts each between unique lines, and searches for the fingerprints of the whole. An answer is
// right if the document of a match has the text of the snippet, and exact if at most 93 letters and
// digits, a window, are between the ends of a part and those of the snippet.
package scanoss

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/index"
)

// Run measures SCANOSS fingerprints of a folder.
func Run(_ context.Context, args []string, _, _ io.Writer) error {
	f := cli.Flags()
	n := f.Int("n", 300, "number of snippets of each length")
	lines := f.String("lines", "10,20,40", "lengths of snippets, in `LINES`")
	if err := cli.Parse(f, args, "FOLDER"); err != nil {
		return err
	}
	return run(f.Arg(0), *n, strings.Split(*lines, ","))
}

func run(root string, n int, lengths []string) error {
	dir, err := os.MkdirTemp("", "chaffinch-scanoss-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	plain, err := makeIndex(filepath.Join(dir, "plain"), root, false)
	if err != nil {
		return err
	}
	if err := plain.Close(); err != nil {
		return err
	}
	x, err := makeIndex(filepath.Join(dir, "scanoss"), root, true)
	if err != nil {
		return err
	}
	defer x.Close()
	b := &bench{Index: x, random: rand.New(rand.NewPCG(21, 1))}
	if err := b.readContents(); err != nil {
		return err
	}
	for _, text := range lengths {
		length, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		if err := b.measure(n, length); err != nil {
			return err
		}
	}
	return nil
}

// makeIndex indexes the folder and prints its size and time.
func makeIndex(path, root string, scanoss bool) (*chaffinch.Index, error) {
	s := index.DefaultSettings()
	s.Scanoss = scanoss
	x, err := chaffinch.Create(path, s)
	if err != nil {
		return nil, err
	}
	ctx, before := context.Background(), cpu()
	r, err := x.Update(ctx, index.Source{Root: root, Collection: "corpus"}, index.UpdateOptions{})
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	took := cpu() - before
	size, err := x.Size(ctx)
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	fmt.Printf("SCANOSS fingerprints: %v; %d contents, %.1f MB; index %.1f MB, %d bytes a content, %.1f s of CPU time\n",
		scanoss, r.Contents, float64(r.Bytes)/1e6, float64(size)/1e6, size/int64(max(1, r.Contents)), took.Seconds())
	return x, nil
}

// cpu returns the CPU time of the process so far.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

type bench struct {
	*chaffinch.Index
	random   *rand.Rand
	contents [][]byte
	byID     map[string][]byte
}

func (b *bench) readContents() error {
	s, err := b.State()
	if err != nil {
		return err
	}
	defer s.Close()
	catalog, err := index.CatalogOf(s)
	if err != nil {
		return err
	}
	var ids []string
	err = catalog.EachContent(context.Background(), func(c index.Content) error { ids = append(ids, c.ID); return nil })
	slices.Sort(ids)
	b.byID = map[string][]byte{}
	for _, id := range ids {
		_, source, e := index.SourceOf(context.Background(), s, id)
		err = errors.Join(err, e)
		b.byID[id] = source
		b.contents = append(b.contents, source)
	}
	return err
}

// around is the number of unique lines before a snippet, and after it.
const around = 20

func (b *bench) measure(n, length int) error {
	right, exact, others := 0, 0, 0
	var took []time.Duration
	for range n {
		snippet := b.snippet(length)
		text := slices.Concat(b.own(), snippet, b.own())
		files, err := wfp.Read(wfp.Append(nil, "question.c", text))
		if err != nil {
			return err
		}
		start := time.Now()
		found, err := b.MatchWFP(context.Background(), files, chaffinch.WFPOptions{})
		if err != nil {
			return err
		}
		took = append(took, time.Since(start))
		is, fits := b.judge(found[0], text, snippet, length)
		if is {
			right++
		} else if len(found[0]) > 0 {
			others++
		}
		if fits {
			exact++
		}
	}
	slices.Sort(took)
	fmt.Printf("%d snippets of %d lines: right %.3f, exact %.3f, others only %.3f; p50 %.1f ms, p99 %.1f ms\n", n, length,
		share(right, n), share(exact, n), share(others, n), ms(took[n/2]), ms(took[n*99/100]))
	return nil
}

// judge reports whether a matched document contains the snippet, and whether the matched lines are
// those of the snippet.
func (b *bench) judge(matches []chaffinch.WFPMatch, text, snippet []byte, length int) (right, exact bool) {
	for _, m := range matches {
		if !bytes.Contains(b.byID[m.Content.ID], bytes.TrimSpace(snippet)) {
			continue
		}
		right = true
		for _, p := range m.Parts {
			exact = exact || near(text, p.Lines.From, around+1) && near(text, p.Lines.To, around+length)
		}
	}
	return right, exact
}

// near reports whether few letters and digits are between two lines of a text.
func near(text []byte, a, b int) bool {
	a, b = min(a, b), max(a, b)
	n := 0
	for _, line := range bytes.Split(text, []byte("\n"))[a : b-min(1, b-a)] {
		for _, c := range line {
			if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				n++
			}
		}
	}
	return n <= 93
}

// snippet returns that many lines of a content, with 400 bytes or more.
func (b *bench) snippet(length int) []byte {
	for {
		lines := bytes.SplitAfter(b.contents[b.random.IntN(len(b.contents))], []byte("\n"))
		if len(lines) <= length {
			continue
		}
		from := b.random.IntN(len(lines) - length)
		text := bytes.Join(lines[from:from+length], nil)
		if len(text) >= 400 {
			return text
		}
	}
}

// own returns unique lines.
func (b *bench) own() []byte {
	var text []byte
	for range around {
		text = fmt.Appendf(text, "\tv%x = f%x(w%x, %d);\n", b.random.Uint64(), b.random.Uint32(), b.random.Uint64(), b.random.IntN(1000))
	}
	return text
}

func share(k, n int) float64 { return float64(k) / float64(n) }

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
