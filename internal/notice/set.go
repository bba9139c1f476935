package notice

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/notice/textname"
)

// mostFolders bounds a Set, and so does mostGlobs by the patterns of files. What further folders
// say is left out; below further patterns, licences are unknown.
const (
	mostFolders = 200_000
	mostGlobs   = 400_000
)

// mostStated bounds the manifests, and the texts, of a folder.
const mostStated = 32

// Set is what the files of a tree say of its folders.
type Set struct {
	folders   map[string]*folder
	globs     int
	debian    map[string]string // the source packages of folders with a folder debian; empty if it has no changelog
	waiting   []ofSource        // notices that wait for the folders above them
	recognise func(text []byte) string
	published bool              // some folder is
	last      ofFolder          // what find returned last; of no folder after a change
	reader    *Heads            // of the sources of minified files
	heads     map[string]source // what they state, by their paths
	bundles   map[string]string // the lists beside bundles, by the paths of the bundles
	component lastComponent     // what componentOf returned last
	// IsArchive reports by its path whether a folder is an archive in another: a component without
	// the licence around it. If it is nil, none is.
	IsArchive func(folder string) bool
	// Memory has notices of files that earlier updates have read. It may be nil.
	Memory *Memory
}

// ofFolder is the answer of find for all files in a folder.
type ofFolder struct {
	folder string
	known  bool
	said   Said
}

// lastComponent is the component of all files in a folder that are of code, or of the others.
type lastComponent struct {
	folder      string
	code, known bool
	component   string
}

// ofSource is what the folder debian in a folder says.
type ofSource struct {
	folder string
	file   string
	notice Notice
}

// NewSet returns an empty set. It calls recognise for the texts of licences.
func NewSet(recognise func(text []byte) string) *Set {
	return &Set{folders: map[string]*folder{}, debian: map[string]string{}, bundles: map[string]string{}, recognise: recognise}
}

// folder collects the notices about one folder, or about a single file.
type folder struct {
	packages  []string // each once
	manifests []stated // what manifests say
	texts     []stated // what files such as LICENSE and COPYING are
	others    []stated // licences of files such as COPYRIGHT, NOTICE and the files of LICENSES/
	readmes   []stated // licences that files such as README state
	debian    stated   // what debian/copyright says of all files
	claims    []claims // what READMEs state beside other notices
	sharing   string   // the NOTICE that names a licence that asks to share, or forbids some uses
	author    string   // of the package
	installed bool     // it is an installed package, or its metadata: what is in it belongs to it
	files     []*globs
	lists     []list      // of works of others
	concluded []concluded // the licences of packages
	published published

	workspace, workspaceFrom string // see Notice
	ofWorkspace              bool
	metadata                 owner    // the folder with the metadata of the only package in this one
	owners                   [2]owner // the metadata of the package that holds, or may hold, the folder
}

// list has the works of others that a file names: see workKey.
type list struct {
	names map[string]bool
	from  string
}

// concluded holds the licences of packages that a file states.
type concluded struct {
	packages map[string]string
	from     string
}

// published is the address of a published repository, and its package URL.
type published struct{ address, id string }

// Publish adds that a folder is the work tree of a repository that is published at the address,
// with that package URL.
func (s *Set) Publish(folder, address, id string) {
	if f := s.at(folder); f != nil {
		s.last.known, s.published, f.published = false, true, published{address, id}
	}
}

// stated is a licence that a file states for other files.
type stated struct {
	license string   // empty if it is not understood
	from    string   // the path of the file
	refers  string   // the file that has the licence; empty if the manifest names none
	names   []string // of the licences in a text that is not understood, and forbids nothing
	unread  bool     // see Notice
}

// claims is a README, and what it states: see Notice.
type claims struct {
	states []string
	from   string
}

// owner is a folder with metadata; none if several packages claim to be it.
type owner struct {
	folder   string
	disputed bool
	listed   bool // it lists its files
}

// claim adds that the package with its metadata in a folder has what it owns. The nearest one has
// it: a package that brings others with their metadata lists their files too.
func (o *owner) claim(folder string) {
	now, before := len(folderOf(folder)), len(folderOf(o.folder))
	switch {
	case o.folder == "" || now > before:
		o.folder, o.disputed = folder, false
	case now == before:
		o.disputed = o.disputed || o.folder != folder
	}
}

// at returns a folder's notices, to be added to. It returns nil if there are too many folders.
func (s *Set) at(name string) *folder {
	f := s.folders[name]
	if f == nil && len(s.folders) < mostFolders {
		f = new(folder)
		s.folders[name] = f
	}
	return f
}

// Add adds the notice of a file of the tree. Paths have slashes. The content may change afterwards.
// Beside other notices, only the exceptions of a README count. The content of a file that cannot be
// read is nil.
func (s *Set) Add(file string, content []byte) {
	how, read := "whole", func() (Notice, bool) { return Read(file, content, s.recognise) }
	if IsReadme(path.Base(file)) && s.hasNotice(folderOf(file)) {
		how, read = "exceptions", func() (n Notice, ok bool) {
			text := examples.ReplaceAllLiteral(plain(content), []byte("\n"))
			n.exceptions(text, belowHeadings)
			n.states = statedIn(path.Base(file), text)
			return n, n.files != nil || n.states != nil || n.sharing
		}
	}
	if n, ok := s.Memory.recall(how, file, content, read); ok {
		s.Put(file, n)
	}
}

// NeedsReadme reports whether a README may say something of a folder. A README beside other notices
// is not read below folders that package managers fill: there are many.
func (s *Set) NeedsReadme(folder string) bool {
	return !s.hasNotice(folder) || !slices.ContainsFunc(strings.Split(folder, "/"), func(name string) bool { return installed[name] })
}

// hasNotice reports whether a folder has a manifest or a text so far.
func (s *Set) hasNotice(folder string) bool {
	f := s.folders[folder]
	return f != nil && len(f.manifests)+len(f.texts)+len(f.others) > 0
}

// Put adds the notice that [Read] returned for a file of the tree.
func (s *Set) Put(file string, n Notice) {
	s.last.known = false
	if bundle := BundleOf(file); bundle != "" {
		if len(s.bundles) < mostFolders {
			s.bundles[bundle] = file
		}
		return
	}
	where, root, isMetadata := place(folderOf(file))
	base := path.Base(file)
	if n.files != nil || n.packages != nil {
		size := len(n.packages)
		if n.files != nil {
			size += n.files.size()
		}
		if s.globs += size; s.globs > mostGlobs {
			s.globs -= size
			if n.packages = nil; n.files != nil { // it may be about any file
				n.files = unknownFiles().files
			}
		}
	}
	if ofDebian[base] && path.Base(folderOf(file)) == "debian" {
		if len(s.waiting) < mostFolders {
			s.debian[where] = cmp.Or(s.debian[where], n.source)
			s.waiting = append(s.waiting, ofSource{where, file, n})
		}
		return
	}
	if isMetadata {
		if r := s.at(root); r != nil {
			r.metadata.claim(where)
			r.metadata.listed = r.metadata.listed || n.holds != nil
		}
		for i, claimed := range [][]string{n.holds, n.mayHold} {
			for _, name := range claimed {
				if f := s.at(path.Join(root, name)); f != nil {
					f.owners[i].claim(where)
				}
			}
		}
	}
	for name, id := range n.modules {
		if f := s.at(path.Join(where, name)); f != nil {
			f.packages, f.installed = []string{id}, true
		}
	}
	s.put(where, file, n)
}

// sources puts what waits of the folders debian. One inside of a source package says nothing of its
// files, and one in a folder of another name than the package, such as contrib/debian, is what
// others have packaged.
func (s *Set) sources() {
	for _, w := range s.waiting {
		of, in := s.debian[w.folder], w.folder
		other := !strings.Contains(strings.ToLower(path.Base(in)), of) && in != ""
		for in != "" && !other {
			in = folderOf(in)
			_, other = s.debian[in]
		}
		if !other {
			s.put(w.folder, w.file, w.notice)
		}
	}
	s.waiting = nil
}

// put adds a file's notice to a folder.
func (s *Set) put(where, file string, n Notice) {
	f := s.at(where)
	if f == nil {
		return
	}
	if n.Package != "" {
		f.installed = f.installed || n.published || strings.HasSuffix(where, ".dist-info") || inModules.MatchString(where)
		f.author = cmp.Or(f.author, n.Author)
		if !slices.Contains(f.packages, n.Package) && len(f.packages) < mostLicenses {
			f.packages = append(f.packages, n.Package)
		}
	}
	base := path.Base(file)
	if said := (stated{n.License, file, n.refers, n.names, n.unread}); n.License != "" || n.unclear || n.refers != "" {
		to := &f.manifests
		switch {
		case textname.IsOfDebian(file):
			if f.debian.from == "" {
				f.debian = said
			}
			to = nil
		case IsReadme(base):
			to = &f.readmes
		case isSecondary(file), n.unread:
			to = &f.others
		case IsLicense(file):
			to = &f.texts
		}
		if to != nil && len(*to) < mostStated {
			*to = append(*to, said)
		}
	}
	if n.sharing {
		f.sharing = file
	}
	if n.states != nil && len(f.claims) < mostStated {
		f.claims = append(f.claims, claims{n.states, file})
	}
	if n.workspace != "" {
		f.workspace, f.workspaceFrom = n.workspace, file
	}
	f.ofWorkspace = f.ofWorkspace || n.ofWorkspace
	if n.files != nil {
		n.files.from = file
		f.files = append(f.files, n.files)
	}
	if n.others != nil && len(f.lists) < mostStated {
		f.lists = append(f.lists, list{n.others, file})
	}
	if n.packages != nil {
		f.concluded = append(f.concluded, concluded{n.packages, file})
	}
}

// inModules matches the folder of an installed package of npm.
var inModules = lazyregexp.New(`(?:^|/)node_modules/(?:@[^/]+/)?[^/]+$`)

// installed are the names of folders that package managers fill. Nothing above them says anything
// of the packages in them, nor above other folders with the metadata of several packages.
var installed = map[string]bool{"site-packages": true, "dist-packages": true, "node_modules": true}

// Said is the licence of a file with its source, its package and its author.
type Said struct {
	License string // empty if nothing is said, or if From says something that is not understood
	From    string // the path of the file that says it; empty if nothing is said
	Package string // package URL
	Author  string // of the package
	// Concluded is set if From names the file, or its package, and not only the folder.
	Concluded bool
	// Repository is the address of the repository whose work tree it is in.
	Repository string
	// SourceSize is the bytes of the source beside a minified file. It is 0 if there is none.
	SourceSize int

	licenseAt, packageAt int  // the length of the paths of the folders that From and Package are about; -1 if there is none
	installed            bool // Package is
}

// Find returns the licence and package of a file. The licence comes from the nearest folder above
// it that states one, even if the statement is not understood. The package is the installed one
// that the file is in, or else comes from the nearest folder that names one with a version, or else
// without. A notice that names the file is as near as the file, and a pattern is as near as the
// folders in it. A folder of an installed package of
// Python says what the metadata of the package says, and so does a folder with the metadata of only
// one. Several packages in one folder do not count. In one folder, a manifest comes before texts.
// The source of a minified file comes before its folder. With a list beside it, a bundle is
// unknown.
func (s *Set) Find(file string) Said {
	said := s.find(file)
	if len(s.heads) > 0 {
		s.bySource(&said, file)
	}
	s.byList(&said, file)
	return said
}

// find is Find without the sources of minified files, and the lists beside bundles.
func (s *Set) find(file string) (said Said) {
	s.sources()
	if len(s.folders) == 0 && !strings.Contains(file, "@v") {
		return said
	}
	base := path.Base(file)
	single := !isCode(base) || installed[base] || s.folders[file] != nil || strings.Contains(base, "@v") // other than those next to it
	if s.last.known && !single && folderOf(file) == s.last.folder {
		return s.last.said
	}
	said.licenseAt, said.packageAt = -1, -1
	boundary := false // notices above say nothing of the folder, unless they name the file
	component := s.componentOf(file)
	held := false  // a package holds the file by its metadata farther above
	inner := false // the folder is above the component: its package is not the package of the file
	for at := len(file); ; at = strings.LastIndexByte(file[:at], '/') {
		name := file[:max(at, 0)]
		all, last := s.speakers(name)
		for _, f := range all {
			single = single || f.files != nil || f.lists != nil || f.concluded != nil
			if !boundary {
				s.say(&said, f, name, file, inner)
			}
			if !said.Concluded {
				f.conclude(&said, name, file)
			}
		}
		if said.Package == "" && !boundary && !inner {
			said.Package = moduleOf(name)
		}
		inner = inner || component != "" && len(name) <= len(component)
		if f := s.folders[name]; f != nil && s.heldAbove(name, f.owners[0]) {
			held = true
		}
		boundary = boundary || last && (!held || installed[path.Base(name)])
		complete := said.From != "" && (said.installed || inner) && (said.Repository != "" || !s.published)
		if at < 0 || (boundary || complete) && s.globs == 0 {
			s.last = ofFolder{folderOf(file), !single, said}
			return said
		}
	}
}

// componentOf returns the folder of other works, or the archive, that a file is in.
func (s *Set) componentOf(file string) string {
	in, code := folderOf(file), isCode(path.Base(file))
	if last := s.component; last.known && last.folder == in && last.code == code {
		return last.component
	}
	component := ofOtherWorks(file)
	for at := in; s.IsArchive != nil && len(at) > len(component); at = folderOf(at) {
		if s.IsArchive(at) {
			component = at
			break
		}
	}
	s.component = lastComponent{in, code, true, component}
	return component
}

// within returns a file's path inside a folder, and where it begins.
func within(folder, file string) (inside string, at int) {
	inside = strings.TrimPrefix(file[len(folder):], "/")
	return inside, len(file) - len(inside)
}

// say adds a folder's notices about a file, unless a nearer folder has some. Of a file in an inner
// component, it adds no package.
func (s *Set) say(said *Said, f *folder, name, file string, inner bool) {
	if !inner {
		said.ofPackage(f, name)
	}
	if said.Repository == "" && f.published.address != "" {
		if said.Repository = f.published.address; !inner {
			said.Package = cmp.Or(said.Package, f.published.id)
		}
	}
	if said.From != "" {
		isPart := slices.Contains(f.packages, said.Package) && manifestOf(path.Base(said.From)) != nil && !isMetadata(said.From)
		if said.licenseAt == len(name) || isPart {
			if l := s.exact(s.ofAll(f)); l.license != "" && l.license == said.License && isMetadata(l.from) {
				said.From = l.from // the texts are there
			}
		}
		return
	}
	if f.ofWorkspace && len(f.manifests) == 0 {
		said.License, said.From = s.workspace(name)
	}
	if said.From == "" {
		inside, _ := within(name, file)
		l := s.exact(s.license(f, inside))
		if said.License, said.From = l.license, l.from; inner && !textname.IsOfDebian(l.from) && conclusionsOf(l.from) == nil {
			said.License = "" // the project's licence may not apply to vendored code
		}
	}
	said.licenseAt = len(name)
}

// ofPackage sets the package that a folder names, unless a nearer one does. A nearer one is a part
// of an installed package, unless it is installed itself, and so is one without a version.
func (s *Said) ofPackage(f *folder, name string) {
	kind := func(id string) string { return id[:strings.IndexByte(id, '/')+1] }
	id := f.onlyPackage(kind, name)
	if id == "" {
		return
	}
	if s.Package == "" || f.installed && !s.installed || !strings.Contains(s.Package, "@") && strings.Contains(id, "@") && kind(s.Package) == kind(id) {
		s.Package, s.Author, s.packageAt, s.installed = id, f.author, len(name), f.installed
	}
}

// onlyPackage returns the package that a folder is. It is empty if there is none, or several. In
// node_modules it is one of npm. Packages of several kinds with one version are one work, and so
// are those of which one has a version. kind returns the beginning of a package URL.
func (f *folder) onlyPackage(kind func(id string) string, name string) (only string) {
	if len(f.packages) == 1 {
		return f.packages[0]
	}
	kinds := map[string]bool{}
	version := ""
	for _, id := range f.packages {
		if kinds[kind(id)] {
			return ""
		}
		kinds[kind(id)] = true
		if kind(id) == "pkg:npm/" && inModules.MatchString(name) {
			return id
		}
		_, v, has := strings.Cut(strings.TrimPrefix(id, "pkg:npm/@"), "@")
		if has && version != "" && v != version {
			return ""
		}
		if has && id > only { // pypi before npm, npm before composer
			only, version = id, v
		}
	}
	return only
}

// conclude sets a file's concluded licence, unless a nearer folder states one. It may be its
// package's.
func (f *folder) conclude(said *Said, name, file string) {
	inside, at := within(name, file)
	for _, g := range slices.Backward(f.files) {
		if l, depth, ok := g.license(inside); ok && l != "" && !g.ofSentences() && depth > 0 && at+depth >= said.licenseAt {
			said.conclude(l, g.from)
			return
		} else if ok && l == "" && g.except && slices.Contains(f.packages, said.Package) && isMetadata(said.From) {
			said.conclude("", g.from)
			return
		}
	}
	for _, c := range slices.Backward(f.concluded) {
		if l := c.packages[unqualified(said.Package)]; l != "" && said.packageAt >= said.licenseAt {
			said.conclude(l, c.from)
			return
		}
	}
}

// isMetadata reports whether a file is in a package's metadata next to its folders.
func isMetadata(file string) bool {
	_, _, is := place(folderOf(file))
	return is
}

// conclude sets a conclusion. A source that says the same remains, since it has the licence's text.
func (s *Said) conclude(license, from string) {
	if s.Concluded = true; s.License != license {
		s.License, s.From = license, from
	}
}

// speakers returns the notices about a folder or file: its own first, then the package's metadata.
// last is true if no folder above describes it.
func (s *Set) speakers(name string) (all []*folder, last bool) {
	last = installed[path.Base(name)]
	f := s.folders[name]
	if f == nil {
		return nil, last
	}
	all = append(all, f)
	for i, o := range []owner{f.owners[0], f.owners[1], f.metadata} {
		if o.folder == "" || (last || o.listed) && o == f.metadata || i == 0 && s.heldAbove(name, o) {
			continue
		}
		if m := s.folders[o.folder]; m != nil && !o.disputed {
			if all = append(all, m); f.onlyRefers() {
				all[0], all[1] = m, f
			}
		}
		break
	}
	return all, last || f.metadata.disputed
}

// onlyRefers reports whether a folder has nothing but manifests that name the file with the
// licence. They may name its family, too. The folder of an installed package has no such file.
func (f *folder) onlyRefers() bool {
	return len(f.texts)+len(f.others) == 0 && len(f.manifests) > 0 && !slices.ContainsFunc(f.manifests, func(m stated) bool { return IsSPDX(m.license) || m.refers == "" })
}

// heldAbove reports whether a package also holds a folder above: what stands between is nearer than
// its metadata.
func (s *Set) heldAbove(name string, o owner) bool {
	for at := folderOf(name); at != "" && o.folder != ""; at = folderOf(at) {
		if f := s.folders[at]; f != nil && f.owners[0] == o && !o.disputed {
			return true
		}
	}
	return false
}

// workspace returns the licence of a folder's workspace, and the file stating it.
func (s *Set) workspace(name string) (license, from string) {
	for {
		if f := s.folders[name]; f != nil && f.workspace != "" {
			return f.workspace, f.workspaceFrom
		}
		if name == "" {
			return "", ""
		}
		name = name[:max(strings.LastIndexByte(name, '/'), 0)]
	}
}

// exact returns what metadata, or more exactly its folder, says of a package. That folder is the
// package's source, unless package managers fill it. If it is not understood, neither is the
// package.
func (s *Set) exact(said stated) stated {
	_, root, isMetadata := place(folderOf(said.from))
	f := s.folders[root]
	if !isMetadata || said.license == "" || IsSPDX(said.license) || installed[path.Base(root)] || f == nil || f.metadata.disputed {
		return said
	}
	whole := s.ofAll(f)
	if more, same := specific(said.license, whole.license); whole.from != "" && (whole.license == "" || same && more != said.license) {
		return whole
	}
	return said
}

// license returns what a folder says of a file by its path in the folder. What names files comes
// first, but the text that says the same is where the licence is stated.
func (s *Set) license(f *folder, file string) stated {
	whole := s.ofAll(f)
	for _, g := range slices.Backward(f.files) {
		switch l, _, ok := g.license(file); {
		case !ok:
		case l != "" && g.ofSentences():
			if more, same := specific(whole.license, l); same && more == whole.license {
				return whole
			}
			return stated{from: g.from}
		case l != whole.license || whole.from == "":
			return stated{license: l, from: g.from}
		default:
			return whole
		}
	}
	for _, l := range f.lists {
		if (whole.license != "" || whole.from == "") && namesWork(l.names, file) {
			return stated{from: l.from}
		}
	}
	for _, d := range f.claims {
		if whole.license != "" && whole.from != f.debian.from && deniedBy(d.states, whole.license) {
			return stated{from: d.from}
		}
	}
	if f.sharing != "" && whole.license != "" {
		if class := ClassOf(whole.license); class != Copyleft && class != Restricted {
			return stated{from: f.sharing} // it does not name the files
		}
	}
	return whole
}
