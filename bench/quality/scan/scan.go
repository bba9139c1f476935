// Package scan measures how much chaffinch scan finds in projects that copy from a corpus. It also
// measures false findings in projects that do not.
//
//	go -C bench run ./quality scan [-hash-only] [-projects 100] [-only KIND] [-clean] [-jscpd FILE] [-scanoss PYTHON] [-engine FILE] CORPUS... -- HOST...
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
// A plant is found if a finding covers half of its lines. Findings in the other projects are false,
// unless the hosts do copy from the corpus: -v lists them.
//
// -only "renamed and edited 20" plants copies of this kind and length only, one in each file, so
// that fewer projects tell more of it. -clean plants nothing, and scans each file of the folders
// HOST once.
//
// -jscpd names the program jscpd 5, whose findings are measured, too. It reads the files that
// plants may be from.
//
// -scanoss names a Python that has scanoss-py. It scans the same projects with chaffinch serve
// --scanoss of the same index, and with SCANOSS's engine if -engine names its program. The
// knowledge base "oss" of the engine must have the corpus. Both run with the defaults.
package scan

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/scan"
)

// bench is one run.
type bench struct {
	*cli.Bench
	index     *chaffinch.Index
	trees     string // the folder of all projects
	list      bool
	kinds     []plantKind // to plant
	languages []string
	projects  []*project
}

// filesOfProject is the number of a project's files.
const filesOfProject = 10

// Run measures scans.
func Run(c *cli.Bench) (err error) {
	b := &bench{Bench: c, trees: c.Folder()}
	projects := c.Int("projects", 100, "number of projects, of which half have plants")
	seed := c.Uint64("seed", 1, "seed of the choices")
	c.BoolVar(&b.list, "v", false, "list missed plants and false findings")
	only := c.String("only", "", "plant copies of this `kind` and length only, one in each file")
	clean := c.Bool("clean", false, "plant nothing, and scan each file of the hosts once")
	settings := index.DefaultSettings()
	c.BoolVar(&settings.HashOnly, "hash-only", false, "make an index of hashes only")
	jscpd := c.String("jscpd", "", "`file` of jscpd 5, to compare with")
	scanoss := c.String("scanoss", "", "`file` of a Python that has scanoss-py, to compare with")
	engine := c.String("engine", "", "`file` of SCANOSS's engine, whose knowledge base has the corpus, for -scanoss")
	if err := c.Parse("CORPUS...", "--", "HOST..."); err != nil {
		return err
	}
	at := slices.Index(c.Args(), "--")
	if at < 1 || at == c.NArg()-1 || *engine != "" && *scanoss == "" {
		return errors.New("separate CORPUS and HOST by --, and use -engine with -scanoss")
	}
	if b.kinds = kindsOf(*only); len(b.kinds) == 0 {
		return fmt.Errorf("-only %s is none of the kinds %v", *only, plantKinds)
	}
	if *clean {
		*projects = 0
	}
	corpus, hosts := c.Args()[:at], c.Args()[at+1:]
	settings.Scanoss = *scanoss != ""
	if b.index, err = c.Index(settings); err != nil {
		return err
	}
	origins, err := b.prepare(corpus, hosts, *projects, *seed)
	if err != nil {
		return err
	}
	if err := b.scan(corpus); err != nil {
		return err
	}
	if *jscpd != "" {
		if err := b.compareJSCPD(*jscpd, origins); err != nil {
			return err
		}
	}
	if *scanoss != "" {
		return b.compareScanoss(*scanoss, *engine)
	}
	return nil
}

// prepare makes the projects and writes them. It returns the files that plants are from.
func (b *bench) prepare(corpus, folders []string, projects int, seed uint64) (origins sources, err error) {
	if origins, err = listSources(b, corpus); err != nil {
		return nil, err
	}
	hosts, err := listSources(b, folders)
	if err != nil {
		return nil, err
	}
	for name := range hosts {
		if len(hosts[name]) >= 2*filesOfProject && len(origins[name]) >= 2*filesOfProject {
			b.languages = append(b.languages, name)
		}
	}
	slices.Sort(b.languages)
	if len(b.languages) == 0 {
		return nil, errors.New("no language has enough files in both the corpus and the hosts: name more folders")
	}
	if projects == 0 {
		b.projects = cleanProjects(b.languages, hosts)
	}
	for i := range projects {
		b.projects = append(b.projects, newProject(seed, i, b.languages, b.kinds, origins, hosts))
	}
	for _, p := range b.projects {
		if err := p.write(filepath.Join(b.trees, p.name)); err != nil {
			return nil, err
		}
	}
	return origins, nil
}

// scan adds folders to the index, scans all projects and prints the findings.
func (b *bench) scan(folders []string) error {
	for _, folder := range folders {
		if _, err := b.index.Update(b, index.Source{Root: folder}, index.UpdateOptions{}); err != nil {
			return err
		}
	}
	s, err := b.index.Snapshot()
	if err != nil {
		return err
	}
	name := fmt.Sprintf("chaffinch, %d documents", s.Contents())
	if err := s.Close(); err != nil {
		return err
	}
	claims := map[string][]claim{}
	for _, p := range b.projects {
		r, err := scan.Run(b, b.index, scan.Options{Tree: filepath.Join(b.trees, p.name), MinScore: scan.DefaultMinScore})
		if err != nil {
			return err
		}
		claims[p.name] = claimsOf(r)
	}
	return b.judge(name, claims)
}
