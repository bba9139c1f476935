package scans

import (
	"cmp"
	"maps"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// component is where copies come from. This is one version of a package, a repository, an archive
// or a folder. SBOMs, the attribution and the table of components list the same ones.
type component struct {
	id         string
	group      string // of a package URL
	name       string
	version    string // empty if it is not known, as is the package URL
	purl       string
	repository string // a page, or empty
	isGit      bool
	findings   []*scan.Finding // copies that are neither own nor false

	manifest     *string // the licence in it, once it is read
	root, folder string  // where it is on this machine: nothing that others may read; empty for packages and repositories
	collection   string
}

// componentsOf returns the components of a report by name and version. Their identifiers are made
// of public data, so that every machine has the same ones.
func componentsOf(r *scan.Report) (all []*component) {
	at := map[string]*component{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.IsForeign() {
			continue
		}
		c := newComponent(f.Origin)
		known := at[c.key()]
		if known == nil {
			known = &c
			at[c.key()] = known
			all = append(all, known)
		}
		known.findings = append(known.findings, f)
	}
	tellApart(all)
	slices.SortFunc(all, func(x, y *component) int {
		return cmp.Or(cmp.Compare(x.name, y.name), cmp.Compare(x.version, y.version), cmp.Compare(x.group, y.group),
			cmp.Compare(x.purl, y.purl), cmp.Compare(x.repository, y.repository), cmp.Compare(x.root, y.root), cmp.Compare(x.folder, y.folder))
	})
	used := map[string]int{}
	for _, c := range all {
		public := sarif.Digest(cmp.Or(c.purl, c.title()), c.repository)
		used[public]++
		if c.id = public; used[public] > 1 {
			c.id = sarif.Digest(public, strconv.Itoa(used[public]))
		}
	}
	return all
}

// key identifies a component. The key of a package is its URL, of a repository its address, and of
// others their place.
func (c component) key() string {
	return strings.Join([]string{c.name, c.version, c.purl, c.repository, c.root, c.folder}, "\x00")
}

// newComponent returns the component of a document. It is its package, the folder such as deps/lua,
// its repository, or the archive or folder that it is in.
func newComponent(o scan.Origin) (c component) {
	if page := report.WebPage(o.Repository); page != "" {
		c.repository, c.isGit = page, strings.HasSuffix(page, ".git") || document.IsRepositoryAddress(o.Root)
	}
	group, name, version, ok := ParsePackage(o.Package)
	folder, vendored := o.Component()
	switch {
	case folder != "":
		c.root, c.collection, c.folder = o.Root, o.Collection, folder
		if !c.versioned(path.Base(folder)) {
			c.group, c.name = path.Split(vendored)
			c.group, c.version = strings.TrimSuffix(c.group, "/"), o.Version
			if c.group != "" {
				c.purl = purl.New("golang", vendored, o.Version)
			} // else the folder may have files of the project, such as deps/lua/src/lua_struct.c
		}
	case ok:
		c.group, c.name, c.version, c.purl = group, name, version, o.Package
	case o.Package != "":
		c.name = o.Package
	case c.repository != "":
		c.purl = purl.OfRepository(o.Repository, "")
		c.group, c.name, _, _ = ParsePackage(c.purl)
		c.name = cmp.Or(c.name, o.Repository)
	case o.Repository != "":
		c.name = o.Repository
	default:
		c.local(o)
	}
	return c
}

// local sets the name and version that archives and folders give a document. Of the folders between
// the root and the licence, it takes the nearest that has a version in its name, or the one with
// the licence.
func (c *component) local(o scan.Origin) {
	c.root, c.collection = o.Root, o.Collection
	folder := notice.Folder(o.LicenseFrom)
	if !strings.HasPrefix(o.Path, folder+"/") || strings.HasPrefix(folder, "..") { // unknown, or above the root
		folder = ""
	}
	first, _, isBelow := strings.Cut(o.Path, "/")
	if folder == "" && isBelow && corpus.CutArchive(first) != first {
		folder = first
	}
	at := folder
	if at == "" && isBelow {
		at = first
	}
	for ; at != "" && at != "."; at = path.Dir(at) {
		if c.versioned(path.Base(at)) {
			c.folder = at
			return
		}
	}
	if c.folder = folder; folder != "" {
		c.name = folder
		return
	}
	if base := path.Base(rootPath(o.Root)); !c.versioned(base) {
		c.name = cmp.Or(o.Collection, corpus.CutArchive(base), "unknown")
	}
}

// rootPath returns the path in a root, with slashes.
func rootPath(root string) string {
	root, _ = document.Address(root)
	return strings.TrimSuffix(strings.ReplaceAll(root, `\`, "/"), ".git")
}

// versioned sets name, version and package URL by a folder's or an archive's name, such as
// lua-5.1.5.tar.gz. It returns false if the name has no version.
func (c *component) versioned(base string) bool {
	m := withVersion.FindStringSubmatch(kindOfSource.ReplaceAllString(corpus.CutArchive(base), ""))
	if m == nil {
		return false
	}
	c.name, c.version = m[1], m[2]
	c.purl = purl.New("generic", m[1], m[2])
	return true
}

// kindOfSource matches the end of the names of source archives, after the version.
var kindOfSource = lazyregexp.New(`(?i)[-.](?:orig|src|sources?)$`)

// withVersion matches name-1.2.3, name_1.2.3, name-v1_2_3 and name-20240131.
var withVersion = lazyregexp.New(`(?i)^(.*[a-z].*?|[a-z])[-_]v?(` +
	`[0-9]+(?:[._][0-9]+)+(?:[.+~]?[0-9a-z]+)*(?:-(?:alpha|beta|rc|pre|dev|snapshot)[0-9.]*)?` +
	`|[0-9]{6,8})$`)

// tellApart gives components of one name but of several places other names. These are the names of
// the folder, then of the folders above.
func tellApart(all []*component) {
	for depth := 1; depth <= 4; depth++ {
		byTitle := map[string][]*component{}
		for _, c := range all {
			byTitle[c.title()] = append(byTitle[c.title()], c)
		}
		for _, alike := range byTitle {
			for _, c := range alike {
				if parts := strings.Split(strings.Trim(rootPath(c.root), "/"), "/"); len(alike) > 1 && c.root != "" && c.version == "" && len(parts) > depth {
					c.name = path.Join(path.Join(parts[len(parts)-depth:]...), c.folder)
				}
			}
		}
	}
}

// title names the component: group, name and version.
func (c *component) title() string {
	return strings.TrimSpace(path.Join(c.group, c.name) + " " + c.version)
}

// purlForm matches the parts of a package URL: type, namespace, name, and version (ECMA-427).
var purlForm = lazyregexp.New(`^pkg:[A-Za-z][A-Za-z0-9.-]*/(?:([^ @?#\pC]+)/)?([^ /@?#\pC]+)(?:@([^ ?#\pC]+))?(?:\?[!-~]*)?(?:#[!-~]*)?$`)

// ParsePackage returns the parts of a package URL, unescaped. It is false for other text.
func ParsePackage(purl string) (group, name, version string, ok bool) {
	text := func(escaped string) string {
		if plain, err := url.PathUnescape(escaped); err == nil {
			return plain
		}
		return escaped
	}
	m := purlForm.FindStringSubmatch(purl)
	if m == nil || strings.ContainsFunc(purl, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"<>\^`+"`{|}", r) }) {
		return "", "", "", false
	}
	return text(m[1]), text(m[2]), text(m[3]), true
}

// licensed are the documents of a component under one licence, by their paths. The licence is empty
// if it is not known.
type licensed struct {
	license   string
	documents []string
}

// licenses returns the licences of the copied documents. The licence of most documents comes first,
// and an unknown licence last.
func (c *component) licenses() []licensed {
	return c.licensesBy(func(o scan.Origin) (string, bool) { return o.License, true })
}

// licensesBy returns the licences that a function returns for the documents, if ok is true.
func (c *component) licensesBy(of func(scan.Origin) (license string, ok bool)) (all []licensed) {
	documents := map[string][]string{}
	for _, f := range c.findings {
		if license, ok := of(f.Origin); ok {
			documents[license] = append(documents[license], f.Origin.Path)
		}
	}
	for license, paths := range documents {
		all = append(all, licensed{license, distinct(paths)})
	}
	slices.SortFunc(all, func(x, y licensed) int {
		unknown := map[bool]int{true: 1}
		return cmp.Or(cmp.Compare(unknown[x.license == ""], unknown[y.license == ""]),
			cmp.Compare(len(y.documents), len(x.documents)), cmp.Compare(x.license, y.license))
	})
	return all
}

const (
	noAssertion = "NOASSERTION"
	// unknownPart stands for the unknown licence of some files in an expression, where NOASSERTION
	// is not allowed.
	unknownPart = "LicenseRef-NOASSERTION"
)

// unknownText describes unknownPart in an SPDX document.
const unknownText = "The licence of some files is not known. The comments on the licence of a package name them."

// joined returns the SPDX expression for files under all the licences. Unknown licences stand
// beside known ones. refs has the text that each reference stands for.
func joined(all []licensed) (expression string, refs map[string]string) {
	refs = map[string]string{}
	var parts []string
	for _, l := range all {
		listed, some := listedOf(l.license)
		if maps.Copy(refs, some); listed == "" && len(all) > 1 {
			listed, refs[unknownPart] = unknownPart, unknownText
		}
		if listed != "" {
			parts = append(parts, listed)
		}
	}
	return cmp.Or(spdx.And(parts...), noAssertion), refs
}

// unstatedEnd ends the references for licences of GNU without the word only or later. An identifier
// such as GPL-2.0 is outdated, and means only in SPDX.
const unstatedEnd = "-version-not-stated"

// gnuVersion matches an identifier of a licence of GNU that does not say whether later versions
// hold.
var gnuVersion = lazyregexp.New(`^(?:[AL]?GPL|GFDL)-[0-9.]+$`)

// operand matches an operand of an expression, or an operator.
var operand = lazyregexp.New(`[^ ()]+`)

// listedOf is [notice.Listed] with references for licences of GNU that leave later versions open.
func listedOf(license string) (expression string, refs map[string]string) {
	whole, refs := notice.Listed(license)
	return operand.ReplaceAllStringFunc(whole, func(id string) string {
		if !gnuVersion.MatchString(id) || strings.Contains(whole, id+" WITH ") { // an exception needs a listed licence
			return id
		}
		ref := "LicenseRef-" + id + unstatedEnd
		refs[ref] = id + "; the origin does not say whether later versions may be used."
		return ref
	}), refs
}

// stated returns licences in the words of the origins, and NOASSERTION for an unknown one.
func stated(all []licensed) string {
	var parts []string
	for _, l := range all {
		parts = append(parts, cmp.Or(l.license, noAssertion))
	}
	return spdx.And(parts...)
}

// licenseWords counts documents by licence and names some with an unknown one. It is empty if all
// have one licence.
func (c *component) licenseWords() string {
	all := c.licenses()
	if len(all) == 1 && all[0].license != "" {
		return ""
	}
	var words []string
	for _, l := range all {
		text := cmp.Or(l.license, noAssertion) + ": " + terminal.Plural(len(l.documents), "file", "files")
		if l.license == "" {
			text += " (" + firstOf(l.documents, ", ", len(l.documents)) + ")"
		}
		words = append(words, text)
	}
	return "The licence of the copied files: " + strings.Join(words, "; ") + "."
}

// copyrights returns the copyright lines of the documents that were copied, sorted. If they have
// none, it returns the lines of the component's licence texts.
func (c *component) copyrights() (all []string) {
	for _, f := range c.findings {
		all = append(all, f.Origin.Copyright...)
	}
	if len(all) == 0 {
		all = c.inTexts()
	}
	return distinct(all)
}

// isOther reports whether a document has another licence than its package, as code of others has.
func isOther(o scan.Origin) bool { return o.LicenseInFile && o.License != o.LicenseAround }

// inTexts returns the copyright lines of the component's licence texts on this machine. It leaves
// out lines of the licence itself. Texts of several works and of parts are left out, and documents
// of other licences.
func (c *component) inTexts() (all []string) {
	seen := map[licensePlace]bool{}
	for _, f := range c.findings {
		root, isAddress := document.Address(f.Origin.Root)
		places := licensePlaces(f.Origin)
		if isAddress || len(places) == 0 || !c.holds(places[0].folder) || isOther(f.Origin) {
			continue
		}
		at := licensePlace{root, places[0].folder}
		if seen[at] {
			continue
		}
		seen[at] = true
		for _, file := range readFolder(at) {
			text := notice.Unbundled([]byte(file.text))
			is := notice.Recognise(text)
			if is == "" || notice.OfPart(file.Path) != "" {
				continue
			}
			var own []string
			for _, id := range operands(is) {
				own = append(own, notice.Copyrights([]byte(notice.Text(id)))...)
			}
			all = append(all, slices.DeleteFunc(notice.Copyrights(text), func(line string) bool {
				return slices.Contains(own, line) || strings.Contains(line, "Free Software Foundation")
			})...)
		}
	}
	return all
}

// documents returns the SWHIDs of the contents that were copied, sorted. It returns none if the
// index has a key.
func (c *component) documents() (all []string) {
	for _, f := range c.findings {
		all = append(all, f.Origin.SWHIDOfContent())
	}
	return distinct(all)
}

// distinct returns the texts that are not empty, sorted.
func distinct(all []string) []string {
	all = slices.DeleteFunc(all, func(s string) bool { return s == "" })
	slices.Sort(all)
	return slices.Compact(all)
}
