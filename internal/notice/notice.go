// Package notice reads what the files of a project say of it: the manifests of packages, and
// licence texts.
package notice

import (
	"bytes"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/notice/textname"
)

// Notice is the statement of a file about the files in a folder. Unknown fields are empty.
type Notice struct {
	// License is an SPDX expression, or what the package calls its licence.
	License string
	// unclear is set if the file says something of the licence that is not understood.
	unclear bool
	// unread is set if it is a text that cannot be read, or is empty.
	unread bool
	// refers is the path of the file that has the licence, relative to the folder of a manifest.
	refers string
	// names are the licences that a text names which is not understood, and forbids nothing. It
	// begins with the first one, empty if the text says something else before it.
	names []string
	// states are the licences that a README states beside other notices; empty ones are taken back.
	states []string
	// sharing is set if a NOTICE names a licence that asks to share, or forbids some uses.
	sharing bool
	// Package is a package URL.
	Package string
	// Author has the authors of the package, joined by semicolons: names, addresses, or Name
	// <address>.
	Author string
	// published is set if the manifest has the form of a published package.
	published bool
	// source is the name of a source package of Debian.
	source string
	// files has the licences of single files, packages the licences of packages by their URLs: see
	// conclusions.
	files    *globs
	packages map[string]string
	// workspace is the licence of members of a workspace of Cargo that say ofWorkspace.
	workspace   string
	ofWorkspace bool
	// holds are the folders and files of a package of Python, relative to the folder with its
	// metadata. The paths in mayHold come from the names of modules, which several packages may
	// have.
	holds, mayHold []string
	// others are the works of others that a list names: see workKey.
	others map[string]bool
	// modules are the package URLs of vendored modules of Go, by their folders.
	modules map[string]string
}

// MostSize bounds the size of a notice in bytes. Larger files are not.
const MostSize = 1 << 20

// Patterns select, as in .gitignore, the files for which [Is] is true, and perhaps others.
func Patterns() []string {
	all := slices.Concat(slices.Collect(maps.Keys(manifests())), slices.Collect(maps.Keys(ofDebian)))
	for _, c := range conclusions {
		all = append(all, c.end, "*."+strings.TrimPrefix(c.end, "."))
	}
	for _, begin := range textname.Begins {
		all = append(all, anyCase(begin)+"*")
	}
	for _, list := range []string{"third*part", "3rd*part", "credits", "acknowledg", "attribution", "oss*", "open*source*"} {
		all = append(all, anyCase(list)+"*")
	}
	for _, end := range besideBundle {
		all = append(all, "*"+end)
	}
	for _, name := range limitingNames {
		all = append(all, name+"*")
	}
	for _, name := range asideNames {
		all = append(all, anyCase(name)+"*")
	}
	return append(all, "0*"+anyCase("readme")+"*", "*"+besideFile, "*"+strings.ToUpper(besideFile), "**/"+TextsFolder+"/*")
}

// anyCase returns a pattern for a text in capitals, small letters, or capitalized.
func anyCase(pattern string) string {
	var b strings.Builder
	inClass := false
	for _, r := range pattern {
		switch upper := strings.ToUpper(string(r)); {
		case r == '[' || r == ']':
			inClass = r == '['
			b.WriteRune(r)
		case inClass:
			b.WriteString(upper + string(r))
		case upper == string(r):
			b.WriteRune(r)
		default:
			b.WriteString("[" + upper + string(r) + "]")
		}
	}
	return b.String()
}

// IsLicense reports by its path whether a file may state a project's licence. It may be the text of
// one.
func IsLicense(file string) bool { return textname.Is(file) }

// TextsFolder is the folder with the texts of a project's licences (reuse.software).
const TextsFolder = textname.Folder

// besideFile ends a file's name that has the licence of another file. The rest is the other's name
// (reuse.software).
const besideFile = ".license"

// besides returns the name of the file whose licence a file has, by its base name; empty if it has
// none.
func besides(base string) string {
	if at := len(base) - len(besideFile); at > 0 && strings.EqualFold(base[at:], besideFile) && BundleOf(base) == "" {
		return base[:at]
	}
	return ""
}

// secondary matches names of files that rarely state a project's licence. They say nothing of one,
// or name licences of parts.
var secondary = lazyregexp.New(`(?i)^(copyright|notice|terms(?:\.|$)|disclaimer|legal|licensing|agreement|proprietary|readme|ofl|[al]?gpl|gfdl|mpl|epl)`)

var (
	// inNotice matches the names of files that name what a project contains.
	inNotice = lazyregexp.New(`(?i)^(?:notice|legal)`)
	// ofContents matches what such a file says of its folder.
	ofContents = lazyregexp.New(`(?i)\bthis\s+(?:directory|folder)\s+contains\b[^.]{0,200}\bunder\b`)
)

// isSecondary reports whether a file only counts in a folder without other texts.
func isSecondary(file string) bool {
	return secondary.MatchString(path.Base(file)) || path.Base(folderOf(file)) == TextsFolder
}

// manifests read a file by its base name, or by its extension after an asterisk.
var manifests = sync.OnceValue(func() map[string]func(folder string, content []byte) Notice {
	all := map[string]func(folder string, content []byte) Notice{
		"package.json":   object("npm"),
		"composer.json":  object("composer"),
		"Cargo.toml":     cargo,
		"pyproject.toml": pyproject,
		"setup.cfg":      setupCfg,
		"setup.py":       setupPy,
		"PKG-INFO":       python,
		"METADATA":       python,
		"RECORD":         record,
		"top_level.txt":  topLevel,
		"pom.xml":        maven,
		"go.mod":         golang,
		".gitmodules":    gitmodules,
		"modules.txt":    modules,
		"metadata":       gem,
		"*.gemspec":      gemspec,
		"*.nuspec":       nuspec,
	}
	for _, name := range []string{"bower.json", "elm.json", "haxelib.json", "vcpkg.json", "META6.json", "dub.json", "deno.json", "jsr.json", "metadata.json", "datapackage.json", "META.json", "codemeta.json", "library.json", "component.json", "moon.mod.json"} {
		all[name] = object("")
	}
	for by, names := range keys {
		for name := range strings.FieldsSeq(names) {
			all[name] = whole(declared(by))
		}
	}
	return all
})

// manifestOf returns the reader of a manifest by its base name; nil if it is none.
func manifestOf(base string) func(folder string, content []byte) Notice {
	if read := manifests()[base]; read != nil {
		return read
	}
	return manifests()["*"+path.Ext(base)]
}

// ofDebian are the base names of files of Debian, which are notices in certain folders.
var ofDebian = map[string]bool{"copyright": true, "dep5": true, "changelog": true, "control": true}

// IsMetadata reports by its path whether a file has the metadata of a package, with a description.
// What it states is about its folder.
func IsMetadata(file string) bool {
	switch path.Base(file) {
	case "PKG-INFO", "package.json", "composer.json":
		return true
	case "METADATA":
		return strings.HasSuffix(folderOf(file), ".dist-info")
	}
	return false
}

// Is reports whether a file may be a notice, by its path.
func Is(file string) bool {
	base := path.Base(file)
	return manifestOf(base) != nil || ofDebian[base] || besides(base) != "" || BundleOf(file) != "" || IsLicense(file) || IsReadme(base) || isLimiting(base) || isAside(base) || ListsOthers(file) || conclusionsOf(file) != nil
}

// Read returns a file's notice about its folder; ok is false if there is none. It calls recognise
// for the texts of licences.
func Read(file string, content []byte, recognise func([]byte) string) (n Notice, ok bool) {
	folder, base := folderOf(file), path.Base(file)
	last := path.Base(folder)
	content = plain(content)
	read := manifestOf(base)
	switch {
	case int64(len(content)) > MostSizeOf(file):
	case conclusionsOf(file) != nil:
		n = conclusionsOf(file)(content)
	case textname.IsOfDebian(file) || IsLicense(file) && listsLicenses.Match(content):
		n = debianCopyright(content, recognise)
	case besides(base) != "":
		license, stated := inText(content, nil)
		if !stated {
			license = recognise(content)
		} else if fileComment.Match(content) { // it may be a condition
			license = ""
		}
		n.files = newGlobs()
		n.files.add(escaped.Replace(besides(base)), license)
	case BundleOf(file) != "":
		n.unclear = true
	case ListsOthers(file) || IsLicense(file) && ofOthers.MatchString(base):
		n = listed(base, content)
	case IsLicense(file) && (len(bytes.TrimSpace(content)) == 0 || isHidden(content)):
		n.unclear, n.unread = true, true
	case IsLicense(file):
		if isManual(file) && license.Named(spaced(base)) == nil || onlyHolder.Match(content) {
			break
		}
		stated := false
		n.bundled(content)
		content = withoutBundled(content)
		if n.License, stated = inText(content, nil); !stated {
			n.License = recognise(content)
		} else if license.Denies(content[:min(len(content), mostText)]) {
			n.License = ""
		}
		n.unclear = n.License == "" && !license.Refers(content) && (!secondary.MatchString(base) || speaks(content))
		if n.unclear && len(content) <= mostText && !license.Denies(content) {
			n.names = append([]string{license.First(content)}, license.Named(content)...)
		}
		n.sharing = secondary.MatchString(base) && slices.ContainsFunc(license.Named(content[:min(len(content), mostText)]), func(id string) bool {
			class := ClassOf(id)
			return class == Copyleft || class == Restricted
		})
		if n.License == "" || strings.Contains(n.License, " ") {
			n.exceptPaths(content[:min(len(content), mostText)])
		}
		if n.files != nil && secondary.MatchString(base) { // its licences may be those of the bundled software
			n.License, n.unclear = "", true
		}
		if n.sharing && inNotice.MatchString(base) { // it names no files
			n.License, n.unclear = "", true
		}
		if inNotice.MatchString(base) {
			n.unclear = n.unclear || n.License == "" && ofContents.Match(content)
			for _, m := range bundling.FindAllSubmatch(content, mostPaths) {
				n.nameOther(m[1])
			}
			n.nameFiles(content)
		}
		if secondary.MatchString(base) && n.License == "" {
			n.exceptions(content, everywhere)
		}
		if pointsToList(content) {
			for _, pattern := range builtFiles {
				n.except(pattern)
			}
		}
	case isLimiting(base):
		n.exceptions(content, everywhere)
	case isAside(base):
		legal := belowHeadings
		if toContributors.MatchString(base) {
			legal = nowhere
		}
		n.exceptions(content, legal)
	case IsReadme(base):
		n = readme(base, content)
	case base == "RECORD" && !strings.HasSuffix(last, ".dist-info"):
	case base == "top_level.txt" && !strings.HasSuffix(last, ".dist-info") && !strings.HasSuffix(last, ".egg-info"):
	case read != nil:
		if n = read(folder, content); n.License != "" && limitsLicense(content) || n.License == "" && n.refers == "" && toContract.Match(content) {
			n.License, n.unclear = "", true
		}
	case last == "debian" && base == "changelog":
		n = debianSource(content)
	case last == "control" && base == "control":
		n = debianBinary(content)
	}
	return n, n.License != "" || n.unclear || n.refers != "" || n.states != nil || n.sharing || n.Package != "" || n.files != nil || n.packages != nil || n.workspace != "" || n.ofWorkspace || n.holds != nil || n.mayHold != nil || n.others != nil || n.modules != nil
}

// plain returns the visible text, with the line breaks of Unix.
func plain(content []byte) []byte {
	return bytes.ReplaceAll(visible(content), []byte("\r\n"), []byte("\n"))
}

// hiding are the marks around a text that is struck through, or that no page shows.
var hiding = [][2]string{{"<!--", "-->"}, {"<del>", "</del>"}, {"<s>", "</s>"}, {"<strike>", "</strike>"}, {"~~", "~~"}}

// isHidden reports whether such marks are around a whole text.
func isHidden(text []byte) bool {
	text = bytes.TrimSpace(text)
	return slices.ContainsFunc(hiding, func(marks [2]string) bool {
		end, closes := bytes.CutSuffix(text, []byte(marks[1]))
		return closes && bytes.HasPrefix(text, []byte(marks[0])) && (marks[0] != "<!--" || !bytes.Contains(end, []byte(marks[1])))
	})
}

// fileComment matches the tags of SPDX for words about a file or its licence.
var fileComment = lazyregexp.New(`SPDX-(?:File|License)-?Comments?:`)

// onlyHolder matches a text that fills in a licence which the manifest names, as in packages of R.
var onlyHolder = lazyregexp.New(`^\s*(?:(?:YEAR|COPYRIGHT HOLDER|ORGANI[SZ]ATION):[^\n]*\s*)*$`)

// bundle matches the beginning of the list of what a wheel bundles, with the words that introduce
// it. See numpy.
var bundle = lazyregexp.New(`(?s)^(.*?)(?:\s(?:This|The)\b[^.:]{0,120}\bbundles?\b[^:]{0,200}[.:]\s*)?\sName:[ \t]+[^:\n]{1,80}?\s+Files:[ \t]+\S`)

// withoutBundled returns the text of a licence without the list of what the package bundles.
func withoutBundled(text []byte) []byte {
	if !bytes.Contains(text, []byte("Files:")) {
		return text
	}
	if m := bundle.FindSubmatch(text); m != nil {
		return m[1]
	}
	return text
}

// bundled adds the licences of files that a wheel bundles. Their paths begin with the folder of a
// module.
func (n *Notice) bundled(text []byte) {
	list := text[len(withoutBundled(text)):]
	for p := range paragraphs(string(list)) {
		license, _, _ := strings.Cut(p["license"], "\n")
		for pattern := range strings.FieldsSeq(p["files"]) {
			if n.files == nil {
				n.files = newGlobs()
				n.files.except = true
			}
			_, inner, _ := strings.Cut(pattern, "/") // in the folder of the module
			n.files.add(pattern, named(license))
			n.files.add(inner, named(license))
		}
	}
}

// namedPath matches a line that only has the path of a folder or a file.
var namedPath = lazyregexp.New(`(?m)^[ \t]*[-*]?[ \t]*(?:\./)?([\w.@+-]+(?:/[\w.@+-]+)+)(?:/\**)?[ \t]*:?[ \t]*\r?$`)

// mostPaths bounds the paths that a text names.
const mostPaths = 256

// exceptPaths makes unknown the licence of paths that a text of several licences names. The text
// names them in lines of their own.
func (n *Notice) exceptPaths(text []byte) {
	for _, m := range namedPath.FindAllSubmatch(text, mostPaths) {
		n.exceptPath(string(m[1]), "")
	}
}

// exceptPath makes the licence of a file, or of a folder, unknown, unless its folder has that
// licence. The path may be of a folder below, and a file may since have moved into one.
func (n *Notice) exceptPath(named, license string) {
	named = strings.TrimSuffix(strings.TrimPrefix(named, "./"), "/")
	for _, before := range []string{"", "*/"} {
		n.exceptUnless(before+named, license)
		n.exceptUnless(before+named+"/*", license)
		if dir, base := path.Split(named); dir != "" {
			n.exceptUnless(before+dir+"*/"+base, license)
		}
	}
}

var (
	// exception matches the words of an exception.
	exception = lazyregexp.New(`(?i)\b(?:except(?:ing|ions?)?|apart from|aside from|excluding|other than|(?:everything|anything|all|files) but)\b`)
	// licensing matches words about the licence of what a sentence names.
	licensing = lazyregexp.New(`(?i:licen[cs]|property of (?:the )?\p{Lu}|proprietary|covered (?:by|under)|may not be redistributed|public domain|rights reserved|(?:research|personal|internal|academic|commercial|production) use|non-?commercial|redistribut|requires a|not free\b|prohibited|may not use)|` +
		`\b(?:MIT|ISC|BSD|[AL]?GPL|Apache|MPL|EPL|CC[- ]BY|CC0)(?:\b|v?[0-9])`)
	// introduced matches what introduces the licence in an item or a row.
	introduced = lazyregexp.New(`:[ \t]|\|`)
	// withholdingPath matches words that grant less than a licence that they stand beside.
	withholdingPath = lazyregexp.New(`(?i)property of|proprietary|\bmay not|commercial|use only|\bown licen|different`)
	// endOfSentence matches the end of a sentence, and the beginning of an item or of a row.
	endOfSentence = lazyregexp.New(`[.!?][)"*_]?\s|\n[ \t]*\r?\n|\n[ \t]*[-*+|#]`)
	// exceptedPath matches the path of a folder or a file in a sentence.
	exceptedPath = lazyregexp.New("(?:^|[\\s`\"'(<*|])((?:\\./)?(?:[\\w@+-][\\w.@+-]*/)+(?:[\\w.@+*-]*[\\w*])?|[\\w@+-]+(?:\\.[\\w@+-]+)*\\.[A-Za-z]\\w{0,4})(?:$|[`\"'),;:.>*|\\s])|" +
		"`([\\w@+-]+)`|\\]\\(([\\w@+-]+)/?\\)|\\b([\\w@+-]+) (?:sub)?(?:directory|folder)\\b|^\\|?[ \\t]*([\\w@+-]+)[ \\t]*\\|")
)

// nearException bounds the bytes before an exception in which a licence is named. mostException
// bounds the bytes of an exception, and of the two halves of a sentence.
const nearException, mostException = 200, 400

// placement tells where a text beside a licence is about licences.
type placement uint8

const (
	nowhere       placement = iota // as advice for contributors
	belowHeadings                  // as a README
	everywhere
)

// exceptions makes unknown what a README, or another text beside a licence, excepts from it or says
// of the licence of a path, unless it is the same. A text about licences may only
// take it back.
func (n *Notice) exceptions(readme []byte, legal placement) {
	paths := legal != everywhere
	if paths {
		for from, end := range ofLicensing(readme) {
			n.exceptNamed(readme[from:end])
		}
	}
	named := n.files != nil
	if bytes.Contains(readme, []byte("</p>")) {
		readme = ofParagraph.ReplaceAll(readme, []byte("\n\n"))
	}
	isLegal := func(int) bool { return false }
	if legal != nowhere {
		isLegal = legalPlaces(readme, (legal == everywhere || len(readme) < mostAlone && !headings.Match(readme)) && !codeBlock.Match(readme))
	}
	for l := range license.Limits(readme, isLegal) {
		switch class := ClassOf(l.Names); {
		case paths && n.exceptNamed(readme[l.From:l.To]), named && ofPortions.Match(readme[l.From:l.To]):
		case l.Names == "":
			n.except("*") // as in: all else is proprietary
		case class == Copyleft || class == Restricted:
			n.sharing = true
		}
	}
	if !paths {
		return
	}
	for _, at := range matchesInLines(readme, exception, inException) {
		said, _, _ := bytes.Cut(readme[at[0]:min(len(readme), at[0]+mostException)], []byte("\n\n")) // in its paragraph
		if licensing.Match(readme[max(0, at[0]-nearException) : at[0]+len(said)]) {
			n.exceptNamed(append([]byte("except "), said...))
		}
	}
}

// ofLicensing returns where the sentences of a text are that speak of licences.
func ofLicensing(text []byte) iter.Seq2[int, int] {
	return func(yield func(from, end int) bool) {
		end := 0
		for _, at := range matchesInLines(text, licensing, inLicensing) {
			if at[0] < end {
				continue
			}
			from := max(end, at[0]-mostException)
			if all := endOfSentence.FindAllIndex(text[from:at[0]], -1); len(all) > 0 {
				from += all[len(all)-1][1] - 1
			}
			end = min(len(text), at[1]+mostException)
			if next := endOfSentence.FindAllIndex(text[at[1]:end], 1); next != nil {
				end = at[1] + next[0][0]
			}
			if !yield(from, end) {
				return
			}
		}
	}
}

// ofParagraph matches the tags around the paragraphs and items of HTML.
var ofParagraph = lazyregexp.New(`</?(?i:p|li|div|td)(?:\s[^>]*)?>`)

// ofPortions matches a sentence about the parts whose paths a text names.
var ofPortions = lazyregexp.New(`(?i)^(?:some |other )?(?:portions?|parts|files)\b`)

// headings match the headings of a text of prose.
var headings = lazyregexp.New(`(?mi)^(?:#{1,6}[ \t]*(.*)|=+[ \t]+(.*)|\*+[ \t]*([^*\n]{1,40})\**[ \t]*$|([^\n]+)\n[=~-]{3,}[ \t]*$|[^\n<]*(?:<\w+>)?<(?:h[1-6]|summary)[^>\n]*>(.*)</(?:h[1-6]|summary)>)`)

// legalHeading matches a heading above words about licences.
var legalHeading = lazyregexp.New(`(?i)\b(?:licen[sc]\w*|lizenz|copying|copyright|legal|terms|rights|restrictions)\b`)

// mostHeading bounds the words and marks of such a heading.
const mostHeading = 6

// legalPlaces tells in which places a text is about licences: below such headings, or all of it.
func legalPlaces(text []byte, all bool) func(at int) bool {
	var ends []int // of the places, with their beginnings before them
	for _, m := range headings.FindAllSubmatchIndex(text, -1) {
		if len(ends)%2 == 1 {
			ends = append(ends, m[0])
		}
		if title := text[m[0]:m[1]]; len(bytes.Fields(title)) <= mostHeading && legalHeading.Match(title) {
			ends = append(ends, m[1])
		}
	}
	return func(at int) bool {
		i, _ := slices.BinarySearch(ends, at+1)
		return all || i%2 == 1
	}
}

// mostAlone bounds the bytes of a README that may have nothing but words about its licence.
const mostAlone = 240

// codeBlock matches a block of code in prose, as manuals have.
var codeBlock = lazyregexp.New("(?m)^(?:```|    \\S|\t\\S)")

// limitingNames begin the base names of texts that may limit a licence beside them, and have none.
var limitingNames = []string{"POLICY", "POLICIES", "PATENT", "PATENTS", "CONDITIONS", "EXCEPTIONS", "RIGHTS", "USAGE", "ACCEPTABLE-USE", "ACCEPTABLE_USE", "EXPORT",
	"WARNING", "GRANT", "PERMISSIONS", "TOS", "SUBSCRIPTION", "PRICING", "ATTENTION", "IMPORTANT"}

// toContributors matches the names of texts with answers, or with duties of contributors.
var toContributors = lazyregexp.New(`(?i)^(?:faq|contributing)`)

// asideNames begin the base names of texts that mostly speak of other matters. As in a README, a
// sentence there may limit a licence.
var asideNames = []string{"faq", "contributing", "terms", "pricing", "restrictions", "commercial", "disclaimer", "legal", "policy", "policies", "conditions", "rights", "permissions",
	"usage", "acceptable-use", "acceptable_use", "tos", "subscription", "exceptions", "patents", "enterprise"}

// isLimiting reports by its base name whether a file is a text that may limit a licence.
func isLimiting(base string) bool { return !textname.IsSource(base) && isNamed(base, limitingNames) }

// isAside reports by its base name whether a file is a text of asideNames.
func isAside(base string) bool {
	return proseEnds[strings.ToLower(path.Ext(base))] && textname.BeginsWithAny(base, asideNames) && isNamed(strings.ToLower(base), asideNames)
}

// proseEnds are the suffixes of texts of prose.
var proseEnds = map[string]bool{"": true, ".md": true, ".markdown": true, ".rst": true, ".txt": true, ".adoc": true}

// isNamed reports whether a base name is one of some names, perhaps with more words.
func isNamed(base string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		rest, is := strings.CutPrefix(base, name)
		return is && (rest == "" || strings.IndexByte("-_.", rest[0]) >= 0)
	})
}

// lineWords are words that each match of an expression has: in any case, and as they are.
type lineWords struct{ folded, exact *license.Texts }

// matchesInLines returns where an expression matches, up to mostPaths times. Only lines with one of
// the words are read: few of a README have one. A match may be broken over lines of a paragraph.
func matchesInLines(text []byte, expression *lazyregexp.Regexp, words lineWords) (all [][]int) {
	joined, breaks := joinedLines(text)
	lower := bytes.ToLower(joined)
	if !words.folded.In(lower) && !words.exact.In(joined) {
		return nil
	}
	from, next, added := 0, 0, 0
	origin := func(at int) int { // offsets rise
		for ; next < len(breaks) && breaks[next].at <= at; next++ {
			added = breaks[next].added
		}
		return at + added
	}
	for line := range bytes.Lines(joined) {
		folded := lower // as many lines
		if i := bytes.IndexByte(lower, '\n'); i >= 0 {
			folded = lower[:i+1]
		}
		lower = lower[len(folded):]
		if words.folded.In(folded) || words.exact.In(line) {
			for _, at := range expression.FindAllIndex(line, mostPaths-len(all)) {
				all = append(all, []int{origin(from + at[0]), origin(from+at[1]-1) + 1})
			}
		}
		from += len(line)
	}
	return all
}

// lineBreak is where a blank stands for the break of a line, with the bytes left out so far.
type lineBreak struct{ at, added int }

// joinedLines returns a text in which a blank stands for a line break between two words, and for
// the blanks around it.
func joinedLines(text []byte) (joined []byte, breaks []lineBreak) {
	joined = make([]byte, 0, len(text))
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			return append(joined, text[at:]...), breaks
		}
		end += at
		line, rest := bytes.TrimRight(text[at:end], " \t\r"), text[end+1:]
		next := bytes.TrimLeft(rest, " \t")
		if len(line) == 0 || len(next) == 0 || !isWordByte(line[len(line)-1]) || !isWordByte(next[0]) {
			joined, at = append(joined, text[at:end+1]...), end+1
			continue
		}
		joined, at = append(append(joined, line...), ' '), len(text)-len(next)
		breaks = append(breaks, lineBreak{len(joined), at - len(joined)})
	}
	return joined, breaks
}

// isWordByte reports whether a byte is of a letter or a digit, or is a comma.
func isWordByte(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= utf8.RuneSelf || b == ','
}

// inLicensing and inException are words of the matches of licensing and of exception.
var (
	inLicensing = lineWords{
		license.NewTexts("licen", "property of ", "proprietary", "covered ", "may not be redistributed", "public domain", "rights reserved",
			"research use", "personal use", "internal use", "academic use", "commercial", "production use", "redistribut", "requires a", "not free", "prohibited", "may not use"),
		license.NewTexts("MIT", "ISC", "BSD", "GPL", "Apache", "MPL", "EPL", "CC-BY", "CC BY", "CC0"),
	}
	inException = lineWords{
		license.NewTexts("except", "apart from", "aside from", "excluding", "other than", "everything but", "anything but", "all but", "files but"),
		license.NewTexts(),
	}
)

// exceptNamed makes unknown the licence of the paths in a sentence, unless it is the only licence
// that the sentence names. has is false if there are none.
func (n *Notice) exceptNamed(said []byte) (has bool) {
	named := license.Named(introduced.ReplaceAll(said, []byte(" under the ")))
	only := ""
	if len(named) == 1 && !exception.Match(said) && !withholdingPath.Match(said) {
		only = named[0]
	}
	for _, m := range exceptedPath.FindAllSubmatch(bytes.TrimSpace(said), mostPaths) {
		file := string(slices.Concat(m[1:]...))
		if !anyFolder[strings.ToLower(file)] && !IsLicense(file) {
			n.exceptPath(file, only)
			has = true
		}
	}
	return has
}

// anyFolder are words before the word folder that are no names.
var anyFolder = map[string]bool{"this": true, "the": true, "same": true, "root": true, "parent": true, "current": true, "each": true, "every": true, "that": true, "a": true}

// speaks reports whether a text says something of a licence.
func speaks(text []byte) bool {
	s, ok := license.Read(text[:min(len(text), mostText)], license.Anywhere)
	return ok && s.File == ""
}

// isManual reports whether a file with such a name as license_migration.rst is a page of a manual.
func isManual(file string) bool {
	base := path.Base(file)
	return manualPage.MatchString(base) && inManual.MatchString(folderOf(file))
}

var (
	manualPage = lazyregexp.New(`^[a-z]+[_-][a-z_-]+\.(?:rst|md|html|adoc|txt)$`)
	inManual   = lazyregexp.New(`(?i)(?:^|/)(?:docs?|documentation|manual|guide|userguide)(?:/|$)`)
)

// spaced returns the name of a file as words.
func spaced(base string) []byte {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(strings.TrimSuffix(base, path.Ext(base)))
	return []byte("under the " + words)
}

// folderOf returns the folder of a file; empty for the topmost.
func folderOf(file string) string {
	return file[:max(strings.LastIndexByte(file, '/'), 0)]
}

// ofOthers matches the names of licence texts of what a project contains.
var ofOthers = lazyregexp.New(`(?i)third|3rd|bundled|vendor|external`)

// inMetadata matches folders with the metadata of a package, whose folder comes first.
var inMetadata = lazyregexp.New(`(?s)^((?:.*/)?)([^/]+\.(?:dist|egg)-info|usr/share/doc/[^/]+|META-INF/maven/[^/]+/[^/]+)(?:/licenses)?$`)

// ofInner matches folders with the texts of a wheel's folders, by their paths among the sources
// (PEP 639).
var ofInner = lazyregexp.New(`(?s)^((?:.*/)?)[^/]+\.dist-info/licenses/(?:src/)?(.+)$`)

// Beside are patterns of folders that say something of their parent folder. A star begins an
// element of a path, and stands for any bytes.
var Beside = []string{
	TextsFolder, "debian", ".reuse", "control", "META-INF", "META-INF/maven/*/*", "*.dist-info", "*.egg-info", "*.dist-info/licenses",
	"*.dist-info/licenses/*", "*.dist-info/licenses/*/*", "*.dist-info/licenses/*/*/*", "*.dist-info/licenses/*/*/*/*", "*.dist-info/licenses/*/*/*/*/*",
	"usr/share/doc/*",
}

// OfPart returns the folder with the metadata of a wheel that has a licence text (PEP 639). It is
// empty if the file is not the licence text of a part.
func OfPart(file string) string {
	if i := strings.Index(file, ".dist-info/licenses/"); i >= 0 && IsText(file) && strings.Contains(file[i+len(".dist-info/licenses/"):], "/") {
		return file[:i+len(".dist-info")]
	}
	return ""
}

// Unbundled returns a licence text without the list of what a wheel bundles behind it.
func Unbundled(text []byte) []byte { return withoutBundled(text) }

// Folder returns the folder that a notice is about. It is the one that the notice is in, or the one
// above it for debian/copyright and LICENSES/MIT.txt.
func Folder(file string) string {
	folder, _, _ := place(folderOf(file))
	return folder
}

// IsText reports by its path whether a file is a licence's text. A project or a Debian package has
// it.
func IsText(file string) bool { return IsLicense(file) || textname.IsOfDebian(file) }

// place returns the folder that the files in folder in describe. If in is the metadata of one of
// several packages, it is in root.
func place(in string) (folder, root string, isMetadata bool) {
	if strings.Contains(in, "-info") || strings.Contains(in, "usr/share/doc/") || strings.Contains(in, "META-INF/") { // most are not
		if m := inMetadata.FindStringSubmatch(in); m != nil {
			return m[1] + m[2], strings.TrimSuffix(m[1], "/"), true
		}
		if m := ofInner.FindStringSubmatch(in); m != nil && path.Base(in) != TextsFolder {
			return m[1] + m[2], "", false
		}
	}
	if parent, last := path.Split(in); last == "debian" || last == ".reuse" || last == "control" || last == "META-INF" || last == TextsFolder {
		return strings.TrimSuffix(parent, "/"), "", false
	}
	return in, "", false
}
