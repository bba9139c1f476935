// Package posts measures the index of a dump of Stack Exchange, and whether the posts are named from which
// snippets were copied.
//
//	go -C bench run ./quality posts [-posts 1000000] [-plant 200] [-ext .c,.h] CODE PROJECT
//
// It writes a dump in the original schema. The blocks of its posts are pieces of 5 to 40 lines of the files below
// CODE, none of which is used twice. Blocks with 8 lines of code and more, without comments and tables, are then
// inserted into files below PROJECT, one each, and each of these files is asked for, as is each as it was. An answer is right if one of its three
// best hits is the post, with its author, date and licence. What is found for the files as they were is
// false, unless CODE and PROJECT share code.
package posts

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

var extensions string

// isCode reports whether a file has one of the extensions.
func isCode(path string) bool {
	return slices.Contains(strings.Split(extensions, ","), filepath.Ext(path))
}

// Run measures the index of a dump.
func Run(ctx context.Context, args []string, _, _ io.Writer) error {
	f := cli.Flags()
	posts := f.Int("posts", 1_000_000, "number of posts")
	plant := f.Int("plant", 200, "number of snippets that are copied")
	f.StringVar(&extensions, "ext", ".c,.h", "extensions of the files, all of one language")
	if err := cli.Parse(f, args, "CODE", "PROJECT"); err != nil {
		return err
	}
	return run(ctx, f.Arg(0), f.Arg(1), *posts, *plant)
}

func run(ctx context.Context, code, project string, posts, plant int) error {
	dir, err := os.MkdirTemp("", "chaffinch-posts-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	d := &dump{r: rand.New(rand.NewPCG(1, 2)), posts: posts, plants: plant}
	name := filepath.Join(dir, "stackoverflow.com", "Posts.xml")
	if err := d.write(ctx, name, code); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	fmt.Printf("dump     %d posts, %d blocks, %.0f MB\n", d.written, d.blocks, float64(info.Size())/1e6)
	x, remove, err := cli.Index(index.DefaultSettings())
	if err != nil {
		return err
	}
	defer remove()
	before := process.OwnPeakMB()
	for _, what := range []string{"indexed", "again"} {
		begun, used := time.Now(), process.Used()
		r, err := x.Update(ctx, index.Source{Root: name}, index.UpdateOptions{})
		if err != nil {
			return err
		}
		took := time.Since(begun).Seconds()
		fmt.Printf("%-8s %d documents, %d contents, too short %d, in %.1f s (%.0f MB/s), %.1f s of processors\n", what, r.Added+r.Unchanged, r.Contents,
			r.Skipped[index.ReasonTooShort], took, float64(info.Size())/1e6/took, (process.Used() - used).Seconds())
	}
	size, err := x.Size(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("memory   at most %.0f MB, %.0f MB before\nindex    %.0f MB, contents included\n", process.OwnPeakMB(), before, float64(size)/1e6)
	return d.ask(ctx, x, project)
}

// dump writes posts.
type dump struct {
	r               *rand.Rand
	posts, plants   int
	written, blocks int
	question        int // the last one
	planted         []snippet
}

// snippet is a block that is copied.
type snippet struct {
	text                 string
	url, author, license string
	date                 time.Time
}

// linesOfCode counts the lines that are neither of comments nor of tables.
func linesOfCode(block string) (n int) {
	comment := strings.Contains(block, "*/") && !strings.Contains(strings.SplitN(block, "*/", 2)[0], "/*") // it begins in one
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(line)
		comment = comment || strings.HasPrefix(line, "/*")
		ends := strings.HasSuffix(line, "*/")
		if !comment && len(line) > 3 && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "#") && strings.ContainsAny(line, "({=") {
			n++
		}
		comment = comment && !ends
	}
	return n
}

// write writes the dump, with blocks from the files below code.
func (d *dump) write(ctx context.Context, name, code string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<20)
	fmt.Fprint(out, "\ufeff<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<posts>\r\n")
	done := fmt.Errorf("enough")
	var blocks []string
	want := 1
	err = corpus.Walk(ctx, code, corpus.Options{}, func(f corpus.File) error {
		if !isCode(f.Path) {
			return nil
		}
		content, reason, err := corpus.Read(f, corpus.Options{}, nil)
		if err != nil || reason != corpus.Kept || !utf8.Valid(content) || bytes.ContainsAny(content, "\r\x0b\x0c") {
			return nil
		}
		lines := strings.SplitAfter(string(content), "\n")
		for len(lines) > 5 {
			n := min(len(lines), 5+d.r.IntN(36))
			if blocks = append(blocks, strings.Join(lines[:n], "")); len(blocks) == want {
				d.post(out, blocks)
				blocks, want = nil, 1+d.r.IntN(2)
			}
			if lines = lines[n:]; d.written == d.posts {
				return done
			}
		}
		return nil
	}, nil)
	if err != nil && err != done {
		return err
	}
	fmt.Fprint(out, "</posts>")
	if err := out.Flush(); err != nil {
		return err
	}
	return file.Close()
}

// post writes a post with these blocks.
func (d *dump) post(out io.Writer, blocks []string) {
	d.written++
	d.blocks += len(blocks)
	id := 100 + d.written
	at := time.Date(2008, 8, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(d.written) * 500 * time.Second)
	license := "2.5"
	switch {
	case !at.Before(time.Date(2018, 5, 2, 0, 0, 0, 0, time.UTC)):
		license = "4.0"
	case !at.Before(time.Date(2011, 4, 8, 0, 0, 0, 0, time.UTC)):
		license = "3.0"
	}
	kind, letter := "1", "q"
	if d.written%3 != 1 {
		kind, letter = "2", "a"
	}
	user := 1 + d.r.IntN(100_000)
	var body strings.Builder
	for _, b := range blocks {
		fmt.Fprintf(&body, "<p>You can do it with <code>f%d(x)</code>, as here:</p>\n\n<pre><code>%s</code></pre>\n\n", id, html.EscapeString(b))
	}
	more := ` Tags="&lt;c&gt;&lt;pointers&gt;"`
	if kind == "2" {
		more = fmt.Sprintf(" ParentId=\"%d\"", d.question)
	} else {
		d.question = id
	}
	if d.written%2 == 0 { // else the date says it
		more += fmt.Sprintf(" ContentLicense=\"CC BY-SA %s\"", license)
	}
	escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;", "\n", "&#xA;", "\t", "&#x9;").Replace(body.String())
	fmt.Fprintf(out, "  <row Id=\"%d\" PostTypeId=\"%s\" CreationDate=\"%s\" Score=\"%d\" Body=\"%s\" OwnerUserId=\"%d\" CommentCount=\"0\"%s />\r\n",
		id, kind, at.Format("2006-01-02T15:04:05.000"), d.r.IntN(50), escaped, user, more)
	if d.written%(max(1, d.posts/d.plants)) == 0 && len(d.planted) < d.plants {
		for _, b := range blocks {
			if linesOfCode(b) >= 8 {
				d.planted = append(d.planted, snippet{text: b, url: fmt.Sprintf("https://stackoverflow.com/%s/%d", letter, id),
					author: fmt.Sprintf("https://stackoverflow.com/users/%d", user), license: "CC-BY-SA-" + license, date: at})
				break
			}
		}
	}
}

// ask asks for files of the project with a snippet in each, and as they were.
func (d *dump) ask(ctx context.Context, x *chaffinch.Index, project string) error {
	hosts, err := hosts(ctx, project, len(d.planted), d.r)
	if err != nil {
		return err
	}
	first, right, complete, foreign := 0, 0, 0, 0
	var took []time.Duration
	for i, s := range d.planted[:min(len(d.planted), len(hosts))] {
		lines := strings.SplitAfter(string(hosts[i].content), "\n")
		at := d.r.IntN(len(lines))
		with := strings.Join(lines[:at], "") + s.text + strings.Join(lines[at:], "")
		begun := time.Now()
		a, err := x.Search(ctx, chaffinch.Document{Name: hosts[i].name, Source: []byte(with)}, chaffinch.SearchOptions{Top: 3, MinScore: 0.07})
		if err != nil {
			return err
		}
		took = append(took, time.Since(begun))
		for rank, h := range a.Hits {
			j := slices.IndexFunc(h.Occurrences, func(o index.Occurrence) bool { return o.URL == s.url })
			if j < 0 {
				continue
			}
			right++
			if rank == 0 {
				first++
			}
			if o := h.Occurrences[j]; o.Author == s.author && strings.HasPrefix(o.License, s.license) && o.Date.Equal(s.date) {
				complete++
			}
			break
		}
		a, err = x.Search(ctx, chaffinch.Document{Name: hosts[i].name, Source: hosts[i].content}, chaffinch.SearchOptions{Top: 1, MinScore: 0.07})
		if err != nil {
			return err
		}
		if len(a.Hits) > 0 {
			foreign++
		}
	}
	slices.Sort(took)
	fmt.Printf("planted  %d in files of %s: right post first for %d, among three for %d, with author, date and licence for %d; median %d ms\n",
		len(took), filepath.Base(project), first, right, complete, took[len(took)/2].Milliseconds())
	fmt.Printf("foreign  hits of the same files without a snippet: %d of %d\n", foreign, len(took))
	return nil
}

// host is a file into which a snippet is copied.
type host struct {
	name    string
	content []byte
}

// hosts returns files of 50 to 500 lines of a project, evenly.
func hosts(ctx context.Context, project string, n int, r *rand.Rand) ([]host, error) {
	var all []host
	err := corpus.Walk(ctx, project, corpus.Options{}, func(f corpus.File) error {
		content, reason, err := corpus.Read(f, corpus.Options{}, nil)
		if lines := bytes.Count(content, []byte("\n")); err == nil && reason == corpus.Kept && lines >= 50 && lines <= 500 && isCode(f.Path) {
			all = append(all, host{filepath.Base(f.Path), slices.Clone(content)})
		}
		return nil
	}, nil)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if len(all) == 0 && err == nil {
		err = fmt.Errorf("%s has no files of 50 to 500 lines: %w", project, fs.ErrNotExist)
	}
	return all[:min(n, len(all))], err
}
