// Command scan measures what chaffinch scan finds in projects that copy from a corpus, and what it says of projects
// that do not.
//
//	go run ./bench/scan [-projects 100] [-files 10] [-seed 1] [-v] CORPUS... -- HOST...
//
// The folders CORPUS are indexed, each as a collection. A project is files of one language from the folders HOST,
// which should have nothing from the corpus. Half of the projects are left as they are. Into each of the others one
// copy of each kind is planted, of 5, 10, 20 or 40 lines, in the middle of another file of the project:
//
//	verbatim   the lines as they are
//	renamed    all identifiers that occur twice or more have other names
//	edited     a tenth of the lines is dropped, and 15% lines of other files are inserted
//	whole      a file of the corpus is added to the project
//
// A plant is found if a finding covers half of its lines. The origin is right if it is the document of the plant, or
// one that has the same tokens somewhere; the licence is right if it is that of the plant's document. Findings in the
// other projects are false, unless the hosts do copy from the corpus: -v lists them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/scan"
)

type options struct {
	projects, files int
	seed            uint64
	minScore        float64
	list            bool
	corpus, hosts   []string
}

func main() {
	var o options
	flag.IntVar(&o.projects, "projects", 100, "number of projects, of which half have plants")
	flag.IntVar(&o.files, "files", 10, "files of a project")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the choices")
	flag.Float64Var(&o.minScore, "min-score", scan.DefaultMinScore, "minimum score of a finding")
	flag.BoolVar(&o.list, "v", false, "list missed plants and false findings")
	flag.Parse()
	at := slices.Index(flag.Args(), "--")
	if at < 1 || at == flag.NArg()-1 {
		flag.Usage()
		os.Exit(2)
	}
	o.corpus, o.hosts = flag.Args()[:at], flag.Args()[at+1:]
	if err := run(context.Background(), os.Stdout, o); err != nil {
		fmt.Fprintln(os.Stderr, "scan:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, o options) error {
	dir, err := os.MkdirTemp("", "chaffinch-scan-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	x, err := chaffinch.Create(filepath.Join(dir, "x"), index.DefaultSettings())
	if err != nil {
		return err
	}
	defer x.Close()
	for _, folder := range o.corpus {
		if _, err := x.Update(ctx, index.Source{Root: folder}, index.UpdateOptions{}); err != nil {
			return err
		}
	}
	origins, err := listSources(ctx, o.corpus)
	if err != nil {
		return err
	}
	hosts, err := listSources(ctx, o.hosts)
	if err != nil {
		return err
	}
	languages := common(origins, hosts, o.files)
	if len(languages) == 0 {
		return errors.New("no language has enough files in both the corpus and the hosts: name more folders")
	}
	licenses, err := licensesOf(ctx, x)
	if err != nil {
		return err
	}
	m := measure{licenses: licenses, plants: map[plantKind]*found{}, list: o.list, out: out}
	for i := range o.projects {
		p, err := newProject(o, i, languages[i%len(languages)], origins, hosts)
		if err != nil {
			return err
		}
		tree := filepath.Join(dir, fmt.Sprint(i))
		if err := p.write(tree); err != nil {
			return err
		}
		begun := time.Now()
		r, err := scan.Run(ctx, x, scan.Options{Tree: tree, MinScore: o.minScore})
		if err != nil {
			return err
		}
		m.add(p, r, time.Since(begun))
	}
	return m.print(out, languages)
}

// licensesOf returns the licences of the documents of an index, by id.
func licensesOf(ctx context.Context, x *chaffinch.Index) (map[string]map[string]bool, error) {
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	all := map[string]map[string]bool{}
	return all, s.Occurrences(ctx, index.Where{}, func(o index.Occurrence) error {
		if all[o.Content] == nil {
			all[o.Content] = map[string]bool{}
		}
		all[o.Content][o.License] = true
		return nil
	})
}
