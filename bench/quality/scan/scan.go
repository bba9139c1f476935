// Package scan measures how much chaffinch scan finds in projects that copy from a corpus, and how
// much in projects that do not.
//
//	go -C bench run ./quality scan [-hash-only] [-projects 100] [-jscpd FILE] [-scanoss PYTHON] [-engine FILE] CORPUS... -- HOST...
//
// The folders CORPUS are indexed, each as a collection. A project is files of one language from the
// folders HOST, which should have nothing from the corpus. Half of the projects are left as they
// are. Into each of the others one copy of each kind is planted, of 5, 10, 20 or 40 lines, in the
// middle of another file of the project:
//
//	verbatim   the lines as they are
//	renamed    all identifiers that occur twice or more have other names
//	edited     a tenth of the lines is dropped, and 15% lines of other files are inserted; also of renamed lines
//	commented  each line is a comment
//	whole      a file of the corpus is added to the project
//
// A plant is found if a finding covers half of its lines. The origin is right if it is the document
// of the plant, or one that has the same tokens somewhere. Findings in the other projects are
// false, unless the hosts do copy from the corpus: -v lists them.
//
// -jscpd names the program jscpd 5, whose findings are measured, too. It reads the files that
// plants may be from.
//
// -scanoss names a Python that has scanoss-py. It scans the same projects with chaffinch serve
// --scanoss of the same index, and with SCANOSS's engine if -engine names its program. The
// knowledge base "oss" of the engine must have the corpus. Both run with the defaults.
package scan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/scan"
)

type options struct {
	projects, files int
	seed            uint64
	minScore        float64
	list, hashOnly  bool
	corpus, hosts   []string
	jscpd           string // other programs
	scanoss, engine string
}

// Run measures scans.
func Run(ctx context.Context, args []string, stdout, _ io.Writer) error {
	f := cli.Flags()
	var o options
	f.IntVar(&o.projects, "projects", 100, "number of projects, of which half have plants")
	f.IntVar(&o.files, "files", 10, "files of a project")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the choices")
	f.Float64Var(&o.minScore, "min-score", scan.DefaultMinScore, "minimum score of a finding")
	f.BoolVar(&o.list, "v", false, "list missed plants and false findings")
	f.BoolVar(&o.hashOnly, "hash-only", false, "make an index of hashes only")
	f.StringVar(&o.jscpd, "jscpd", "", "`file` of jscpd 5, to compare with")
	f.StringVar(&o.scanoss, "scanoss", "", "`file` of a Python that has scanoss-py, to compare with")
	f.StringVar(&o.engine, "engine", "", "`file` of SCANOSS's engine, whose knowledge base has the corpus, for -scanoss")
	if err := f.Parse(args); err != nil {
		return err
	}
	at := slices.Index(f.Args(), "--")
	if at < 1 || at == f.NArg()-1 || o.engine != "" && o.scanoss == "" {
		return errors.New("separate CORPUS and HOST by --, and use -engine with -scanoss")
	}
	o.corpus, o.hosts = f.Args()[:at], f.Args()[at+1:]
	return run(ctx, stdout, o)
}

func run(ctx context.Context, out io.Writer, o options) error {
	dir, err := os.MkdirTemp("", "chaffinch-scan-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	settings := index.DefaultSettings()
	settings.HashOnly, settings.Scanoss = o.hashOnly, o.scanoss != ""
	x, err := chaffinch.Create(filepath.Join(dir, "x"), settings)
	if err != nil {
		return err
	}
	defer x.Close()
	b := bench{options: o, dir: dir, index: x, out: out}
	origins, err := b.prepare(ctx)
	if err != nil {
		return err
	}
	if err := b.scan(ctx, o.corpus); err != nil {
		return err
	}
	if err := b.comparePeers(origins); err != nil {
		return err
	}
	return b.compareScanoss()
}

// bench is a run of the benchmark.
type bench struct {
	options
	dir       string
	index     *chaffinch.Index
	out       io.Writer
	languages []string
	projects  []*project
}

// trees returns the folder of all projects.
func (b *bench) trees() string { return filepath.Join(b.dir, "projects") }

// prepare makes the projects and writes them. It returns the files that plants are from.
func (b *bench) prepare(ctx context.Context) (origins sources, err error) {
	origins, err = listSources(ctx, b.corpus)
	if err != nil {
		return nil, err
	}
	hosts, err := listSources(ctx, b.hosts)
	if err != nil {
		return nil, err
	}
	b.languages = common(origins, hosts, b.files)
	if len(b.languages) == 0 {
		return nil, errors.New("no language has enough files in both the corpus and the hosts: name more folders")
	}
	for i := range b.options.projects {
		p := newProject(b.options, i, b.languages, origins, hosts)
		if err := p.write(filepath.Join(b.trees(), p.folder)); err != nil {
			return nil, err
		}
		b.projects = append(b.projects, p)
	}
	return origins, nil
}

// scan adds folders to the index, scans all projects and prints the findings.
func (b *bench) scan(ctx context.Context, folders []string) error {
	for _, folder := range folders {
		if _, err := b.index.Update(ctx, index.Source{Root: folder}, index.UpdateOptions{}); err != nil {
			return err
		}
	}
	s, err := b.index.Snapshot()
	if err != nil {
		return err
	}
	m := b.newMeasure(fmt.Sprintf("chaffinch, %d documents", s.Contents()))
	if err := s.Close(); err != nil {
		return err
	}
	for _, p := range b.projects {
		used := process.Used()
		r, err := scan.Run(ctx, b.index, scan.Options{Tree: filepath.Join(b.trees(), p.folder), MinScore: b.minScore})
		if err != nil {
			return err
		}
		m.spent += process.Used() - used
		m.add(p, r.Totals.Lines, claimsOf(r))
	}
	return m.print(b.out, b.languages)
}
