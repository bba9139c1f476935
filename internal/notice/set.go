package notice

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// mostFolders bounds a Set, and so does mostGlobs by the patterns of files. What further folders say is left out.
const (
	mostFolders = 200_000
	mostGlobs   = 400_000
)

// Set is what the files of a tree say of its folders.
type Set struct {
	folders   map[string]*folder
	globs     int
	debian    map[string]string // the source packages of folders with a folder debian; empty if it has no changelog
	waiting   []ofSource        // what these say, until it is known what is above them
	recognise func(text []byte) string
	last      said // what Find returned last; of no folder after a change
}

// said is what is said of all files in a folder.
type said struct {
	folder               string
	known                bool
	license, pkg, author string
}

// ofSource is what the folder debian in a folder says.
type ofSource struct {
	folder string
	notice Notice
}

// NewSet returns an empty set. It calls recognise for the texts of licences.
func NewSet(recognise func(text []byte) string) *Set {
	return &Set{folders: map[string]*folder{}, debian: map[string]string{}, recognise: recognise}
}

// folder is what is said of one folder, or of a single file.
type folder struct {
	packages, manifests, texts []string // packages, and licences by manifests and by texts, each once
	author                     string   // of the package
	unnamed                    bool     // not all texts are in files that are named after their licences
	files                      []*globs
	workspace                  string // see Notice
	ofWorkspace                bool
	metadata                   owner    // the folder with the metadata of the only package in this one
	owners                     [2]owner // the metadata of the package that holds, or may hold, the folder
}

// owner is a folder with metadata; none if several packages claim to be it.
type owner struct {
	folder   string
	disputed bool
}

func (o *owner) claim(folder string) {
	o.disputed = o.disputed || o.folder != "" && o.folder != folder
	o.folder = folder
}

// at returns what is said of a folder, to be added to; nil if there are too many.
func (s *Set) at(name string) *folder {
	f := s.folders[name]
	if f == nil && len(s.folders) < mostFolders {
		f = new(folder)
		s.folders[name] = f
	}
	return f
}

// Add adds what a file of the tree says. Paths have slashes. The content may change afterwards.
func (s *Set) Add(file string, content []byte) {
	if n, ok := Read(file, content, s.recognise); ok {
		s.Put(file, n)
	}
}

// Put adds what [Read] says of a file of the tree.
func (s *Set) Put(file string, n Notice) {
	s.last.known = false
	where, root, isMetadata := place(folderOf(file))
	base := path.Base(file)
	if n.files != nil {
		if s.globs += n.files.size(); s.globs > mostGlobs {
			s.globs -= n.files.size()
			n.files = nil
		}
	}
	if ofDebian[base] && path.Base(folderOf(file)) == "debian" {
		if len(s.waiting) < mostFolders {
			s.debian[where] = cmp.Or(s.debian[where], n.source)
			s.waiting = append(s.waiting, ofSource{where, n})
		}
		return
	}
	if isMetadata {
		if r := s.at(root); r != nil {
			r.metadata.claim(where)
		}
		for i, claimed := range [][]string{n.holds, n.mayHold} {
			for _, name := range claimed {
				if f := s.at(path.Join(root, name)); f != nil {
					f.owners[i].claim(where)
				}
			}
		}
	}
	s.put(where, base, n)
}

// sources puts what waits of the folders debian. One inside of a source package says nothing of its files, and one in a
// folder of another name than the package, such as contrib/debian, is what others have packaged.
func (s *Set) sources() {
	for _, w := range s.waiting {
		of, in := s.debian[w.folder], w.folder
		other := !strings.Contains(strings.ToLower(path.Base(in)), of) && in != ""
		for in != "" && !other {
			in = folderOf(in)
			_, other = s.debian[in]
		}
		if !other {
			s.put(w.folder, "", w.notice)
		}
	}
	s.waiting = nil
}

// put adds what a file of that base name says of a folder.
func (s *Set) put(where, base string, n Notice) {
	f := s.at(where)
	if f == nil {
		return
	}
	add := func(to *[]string, text string) {
		if text != "" && !slices.Contains(*to, text) && len(*to) < mostLicenses {
			*to = append(*to, text)
		}
	}
	add(&f.packages, n.Package)
	if n.Package != "" {
		f.author = cmp.Or(f.author, n.Author)
	}
	if IsLicense(base) {
		add(&f.texts, n.License)
		f.unnamed = f.unnamed || !namesLicense(base, n.License)
	} else {
		add(&f.manifests, n.License)
	}
	if n.workspace != "" {
		f.workspace = n.workspace
	}
	f.ofWorkspace = f.ofWorkspace || n.ofWorkspace
	if n.files != nil {
		f.files = append(f.files, n.files)
	}
}

// namesLicense reports whether a file is named after the licence whose text it is, such as LICENSE-MIT. Projects
// have several of these to choose from.
func namesLicense(base, license string) bool {
	family, _, _ := strings.Cut(strings.TrimLeft(license, "0123456789("), "-")
	family = strings.ToLower(strings.TrimRight(family, "0123456789"))
	return family != "" && strings.Contains(strings.ToLower(base), family)
}

// installed are the names of folders that package managers fill. Nothing above them says anything of the
// packages in them, nor above other folders with the metadata of several packages.
var installed = map[string]bool{"site-packages": true, "dist-packages": true, "node_modules": true}

// Find returns what is said of a file: by the nearest folder above it that says something of its licence, and
// by the nearest that says something of its package. A folder of an installed package of Python says what the
// metadata of the package says, and so does a folder with the metadata of only one. Several packages in one
// folder are none. Of several licences in one folder, manifests come before texts. The author is that of the package.
func (s *Set) Find(file string) (license, pkg, author string) {
	s.sources()
	if len(s.folders) == 0 && !strings.Contains(file, "@v") {
		return "", "", ""
	}
	base := path.Base(file)
	single := installed[base] || s.folders[file] != nil || strings.Contains(base, "@v") // other than those beside it
	if s.last.known && !single && folderOf(file) == s.last.folder {
		return s.last.license, s.last.pkg, s.last.author
	}
	for at := len(file); ; at = strings.LastIndexByte(file[:at], '/') {
		name := file[:max(at, 0)]
		inside := strings.TrimPrefix(file[len(name):], "/")
		all, last := s.speakers(name)
		for _, f := range all {
			single = single || f.files != nil
			if pkg == "" && len(f.packages) == 1 {
				pkg, author = f.packages[0], f.author
			}
			if license == "" && f.ofWorkspace && len(f.manifests) == 0 {
				license = s.workspace(name)
			}
			if license == "" {
				license = f.license(inside)
			}
		}
		if pkg == "" {
			pkg = moduleOf(name)
		}
		if at < 0 || last || license != "" && pkg != "" {
			s.last = said{folderOf(file), !single, license, pkg, author}
			return license, pkg, author
		}
	}
}

// speakers returns what is said of a folder, or of a file: by itself, then by the metadata of the package. last is
// true if nothing above the folder says anything of it.
func (s *Set) speakers(name string) (all []*folder, last bool) {
	last = installed[path.Base(name)]
	f := s.folders[name]
	if f == nil {
		return nil, last
	}
	all = append(all, f)
	for _, o := range []owner{f.owners[0], f.owners[1], f.metadata} {
		if o.folder == "" || last && o == f.metadata {
			continue
		}
		if m := s.folders[o.folder]; m != nil && !o.disputed {
			all = append(all, m)
		}
		break
	}
	return all, last || f.metadata.disputed
}

// workspace returns the licence of the workspace that a folder is in.
func (s *Set) workspace(name string) string {
	for {
		if f := s.folders[name]; f != nil && f.workspace != "" {
			return f.workspace
		}
		if name == "" {
			return ""
		}
		name = name[:max(strings.LastIndexByte(name, '/'), 0)]
	}
}

// license returns the licence of a file by its path in the folder.
func (f *folder) license(path string) string {
	for _, g := range slices.Backward(f.files) {
		if l := g.license(path); l != "" {
			return l
		}
	}
	switch {
	case len(f.manifests) == 1 && f.manifests[0] == "BSD" && len(f.texts) == 1 && strings.HasPrefix(f.texts[0], "BSD-"):
		return f.texts[0] // which says which one
	case len(f.manifests) == 1:
		return f.manifests[0]
	case len(f.texts) > 0 && !f.unnamed:
		return or(f.texts)
	case len(f.texts) > 0:
		return And(withoutImplied(slices.Clone(f.texts))...)
	}
	return And(f.manifests...)
}
