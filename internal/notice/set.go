package notice

import (
	"regexp"
	"slices"
	"strings"
)

// mostFolders bounds a Set. What further folders say is left out.
const mostFolders = 200_000

// Set is what the files of a tree say of its folders.
type Set struct {
	folders   map[string]*folder
	recognise func(text []byte) string
}

// NewSet returns an empty set. It calls recognise for the texts of licences.
func NewSet(recognise func(text []byte) string) *Set {
	return &Set{map[string]*folder{}, recognise}
}

// folder is what is said of one folder.
type folder struct {
	packages, manifests, texts []string // packages, and licences by manifests and by texts, each once
	files                      []filesLicense
}

type filesLicense struct {
	path    *regexp.Regexp
	license string
}

// Add adds what a file of the tree says. Paths have slashes. The content may change afterwards.
func (s *Set) Add(file string, content []byte) {
	n, where, ok := of(file, content, s.recognise)
	if !ok {
		return
	}
	f := s.folders[where]
	if f == nil {
		if len(s.folders) >= mostFolders {
			return
		}
		f = new(folder)
		s.folders[where] = f
	}
	add := func(to *[]string, text string) {
		if text != "" && !slices.Contains(*to, text) && len(*to) < mostLicenses {
			*to = append(*to, text)
		}
	}
	add(&f.packages, n.Package)
	if IsLicense(file) {
		add(&f.texts, n.License)
	} else {
		add(&f.manifests, n.License)
	}
	for _, l := range n.Files {
		f.files = append(f.files, filesLicense{wildcards(l.Patterns), l.License})
	}
}

// wildcards returns what matches one of the patterns.
func wildcards(patterns []string) *regexp.Regexp {
	all := make([]string, len(patterns))
	for i, p := range patterns {
		all[i] = strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(strings.TrimPrefix(p, "./")))
	}
	return regexp.MustCompile(`(?s)^(?:` + strings.Join(all, "|") + `)$`)
}

// DropVersions removes the versions of packages.
func (s *Set) DropVersions() {
	for _, f := range s.folders {
		for i, p := range f.packages {
			f.packages[i] = WithoutVersion(p)
		}
		f.packages = slices.Compact(f.packages)
	}
}

// Find returns what is said of a file: by the nearest folder above it that says something of its licence, and
// by the nearest that says something of its package. Several packages in one folder are none. Of several
// licences in one folder, manifests come before texts.
func (s *Set) Find(file string) (license, pkg string) {
	if len(s.folders) == 0 {
		return "", ""
	}
	for at := strings.LastIndexByte(file, '/'); ; at = strings.LastIndexByte(file[:at], '/') {
		f := s.folders[file[:max(at, 0)]]
		if f != nil {
			if pkg == "" && len(f.packages) == 1 {
				pkg = f.packages[0]
			}
			if license == "" {
				license = f.license(file[at+1:])
			}
		}
		if at < 0 || license != "" && pkg != "" {
			return license, pkg
		}
	}
}

// license returns the licence of a file by its path in the folder.
func (f *folder) license(path string) string {
	for _, l := range slices.Backward(f.files) {
		if l.path.MatchString(path) {
			return l.license
		}
	}
	switch {
	case len(f.manifests) == 1:
		return f.manifests[0]
	case len(f.texts) > 0:
		return And(f.texts...)
	}
	return And(f.manifests...)
}
