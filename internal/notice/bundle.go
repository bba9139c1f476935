package notice

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/notice/textname"
)

// A build puts the code of many packages into one file, and lists their licences in another. The
// manifest next to them is the project's, and does not apply to that code.

// othersList matches the names of lists of the licences of others.
var othersList = lazyregexp.New(`(?i)^(?:third|3rd)[-_ ]?part(?:y|ies)[-_ ]?(?:software|components|dependencies)?[-_ ]?(?:(?:licen[cs]es?|notices?|licen[cs]e[-_ ]notices?)(?:\.json)?|` + listEnd + `)$|` +
	`^(?:(?:third|3rd)[-_ ]?part(?:y|ies)[-_ ]?(?:software|components|dependencies)?[-_ ]?(?:licen[cs]es?|notices?|licen[cs]e[-_ ]notices?)|credits|acknowledge?ments?|attributions?|notices|licen[cs]es|oss[-_ ]?(?:licen[cs]es?|notices?)|open[-_ ]?source[-_ ]?(?:licen[cs]es?|notices?))` + listEnd + `$`)

// listEnd matches the suffixes of lists.
const listEnd = `(?:\.txt|\.md|\.html|\.rst|\.csv)?`

// ListsOthers reports by its path whether a file lists the licences of other works. They do not
// apply to the file.
func ListsOthers(file string) bool {
	base := path.Base(file)
	return textname.BeginsWithAny(base, othersBegins) && othersList.MatchString(base)
}

// othersBegins begin the names that othersList matches, which most names do not.
var othersBegins = []string{"third", "3rd", "credits", "acknowledg", "attribution", "notices", "licenses", "licences", "oss", "open"}

// besideBundle end the names of lists of the licences in a bundle. webpack and esbuild make such
// lists: the rest is the name of the bundle.
var besideBundle = []string{".LICENSE.txt", ".LEGAL.txt", ".LICENSE"}

// BundleOf returns the path of the bundle next to a list. The result is empty if the file is not
// such a list. The suffix of the licence of one file is in small letters: see besideFile.
func BundleOf(file string) string {
	for _, end := range besideBundle {
		if bundle, ok := strings.CutSuffix(file, end); ok && slices.Contains(scriptEnds, path.Ext(bundle)) {
			return bundle
		}
	}
	return ""
}

// byList makes the licence of a bundle with a list next to it unknown. The list only has the
// modules that begin with a comment about a licence.
func (s *Set) byList(said *Said, file string) {
	if list, ok := s.bundles[file]; ok && !said.Concluded {
		said.License, said.From = "", list
	}
}

// bundledFiles are patterns of the files that a build makes.
var bundledFiles = []string{"*.min.js", "*.min.mjs", "*.min.css", "*.bundle.js", "*.bundle.css", "*.chunk.js", "*.chunk.css"}

// listed returns the notice of a list. The licences of the bundles next to it and of the named
// works are unknown. A build makes a list of JSON, or with texts of packages, which is about all
// files. A list that is too long to be read may name any file.
func listed(base string, content []byte) (n Notice) {
	if path.Ext(base) == ".json" || len(content) > MostSize || ofBuild.Match(content) {
		return unknownFiles()
	}
	items := listItem.FindAllSubmatch(content, mostNames)
	if len(items) == mostNames {
		return unknownFiles()
	}
	for _, m := range items {
		n.nameOther(append(m[1], m[2]...))
	}
	for _, pattern := range bundledFiles {
		n.except(pattern)
	}
	n.nameFiles(content)
	return n
}

// builtFiles are patterns of the files that a build makes, and of its folders.
var builtFiles = append([]string{"dist/*", "build/*", "bundle/*"}, bundledFiles...)

// pointsToList reports whether the text of a project's licence points to the licences in its
// bundles. To match listPointer everywhere would take longer than all else done with a text.
func pointsToList(text []byte) bool {
	lower := append([]byte(" "), bytes.ToLower(text)...)
	for _, word := range wordsOfLists {
		for at := 1; ; at += len(word) {
			i := bytes.Index(lower[at:], word)
			if i < 0 {
				break
			}
			if at += i; listPointer.Match(lower[at-1 : min(len(lower), at+longestPointer)]) {
				return true
			}
		}
	}
	return false
}

// longestPointer bounds the bytes that listPointer is matched with at a place.
const longestPointer = 256

// wordsOfLists begin what listPointer matches.
var wordsOfLists = [][]byte{[]byte("bundle"), []byte("third"), []byte("3rd"), []byte("contains")}

// listPointer matches what points to the licences in bundles, in lower case, behind one byte.
var listPointer = lazyregexp.New(`^\W(?:bundle[sd]?\s+(?:third[- ]party|dependencies|packages|libraries|software)\b|third[- ]party\s+\w+\s+(?:is|are|that\s+(?:is|are))\s+bundled\b|contains\s+code\s+with\s+the\s+following\s+licen[cs]es\b|(?:third|3rd)[-_ ]?party[-_ ]?(?:licen[cs]es?|notices?)[\w-]*\.(?:md|txt|html|json)\b)`)

// ofBuild matches an entry of the list that rollup-plugin-license makes beside a bundle.
var ofBuild = lazyregexp.New(`(?m)^Name: \S.*\r?\n(?:[A-Z][a-z]+: .*\r?\n){1,12}License Text:`)

// unknownFiles returns a notice about all files of a folder. They may have another licence than the
// project.
func unknownFiles() (n Notice) {
	n.except("*")
	return n
}

// except makes the licence of files unknown, by a pattern.
func (n *Notice) except(pattern string) { n.exceptUnless(pattern, "") }

// exceptUnless is except for files in a folder without the licence.
func (n *Notice) exceptUnless(pattern, license string) {
	if n.files == nil {
		n.files = newGlobs()
		n.files.except = true
	}
	if !n.files.add(pattern, license) {
		n.files.add("*", "") // it may be about any file
	}
}

var (
	// listItem matches an item of a list. This is also a heading below the first level, the heading
	// over a line, a field with a name, and a sentence of a generated list.
	listItem = lazyregexp.New(`(?im)^[ \t]*(?:##+|[-*+]|[0-9]{1,4}[.)]|<h[2-6][^>]*>|<t[dh][^>]*>|<li>|\||(?:name|package|component|library|project|module|software|file)[ \t]*:|.{0,80}included in this product:)[ \t]*(\S.{0,300})$|` +
		`^[ \t]*(\S.{0,100})\r?\n[ \t]*(?:[-=~*]{4,})[ \t]*\r?$`)
	// itemName matches the name that an item begins with.
	itemName = lazyregexp.New("^[\\[*_`\"'<]*(@?[\\pL\\pN][\\w.+#/ -]{0,60}?)[ \\t]*(?:$|[\\])*`\"',:;(|<>@&]|\\.(?:[ \\t]|$)|[ \\t][-–—=][ \\t]|[ \\t-]v?[0-9]+\\.[0-9]|[ \\t](?i:version|is|are|by|license[ds]?|licence|copyright|under|released|which|that)\\b)")
	// bundling matches the words of a NOTICE for the parts of a product.
	bundling = lazyregexp.New("(?i)\\b(?:bundles|includes|contains|embeds)[ \\t\\r\\n]+(?:(?:a|the|an)[ \\t]+)?(?:(?:modified[ \\t]+)?(?:copy|version|copies|portions|parts|code|source)[ \\t]+(?:of|from)[ \\t]+)?([\"'`]?[\\pL\\pN][^\\n]{0,100})")
	// filePath matches the path of a file of code in a text. It also matches a folder, and an item
	// of our own list.
	filePath = lazyregexp.New(`(?m)(?:^|[\s"'(<\x60*|])(?:((?:[\w.@+-]+/)+[\w.@+-]+\.\w{1,4})\b|((?:[\w.@+-]+/)+)(?:\*|[\s"')>\x60,;:|]|$))|^- (\S+) from \S`)
)

const (
	// mostNames bounds the works that a list names, and mostWords the words of a name.
	mostNames = 4096
	mostWords = 4
)

// nameOther adds the work that an item of a list begins with.
func (n *Notice) nameOther(item []byte) {
	m := itemName.FindSubmatch(item)
	if m == nil || bytes.Contains(m[1], []byte(" from ")) { // of our own list
		return
	}
	name := string(m[1])
	if strings.Contains(name, "/") { // of an owner, or a path
		name = path.Base(name)
	}
	if key := workKey(nameWords(name)); key != "" && len(nameWords(name)) <= mostWords && len(n.others) < mostNames {
		if n.others == nil {
			n.others = map[string]bool{}
		}
		n.others[key] = true
	}
}

// nameFiles makes unknown the licence of the files and folders whose paths a text has. If there are
// too many, it does so for all files.
func (n *Notice) nameFiles(text []byte) {
	paths := filePath.FindAllSubmatch(bytes.ReplaceAll(text, []byte("\\"), nil), mostPaths)
	if len(paths) == mostPaths {
		n.except("*")
	}
	for _, m := range paths {
		if file := string(slices.Concat(m[1:]...)); !IsLicense(file) {
			n.exceptPath(file, "")
		}
	}
}

// nameWords returns the words of a name in small letters, without the parts of a version.
func nameWords(name string) (words []string) {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && r != '+' && r != '#' && (r < '0' || r > '9')
	})
}

// kindWords are the words of names that describe the kind of work.
var kindWords = map[string]bool{"js": true, "css": true, "min": true, "plugin": true, "library": true, "the": true, "for": true, "lib": true, "src": true, "bundle": true, "go": true, "py": true, "python": true, "node": true}

// workKey returns the form of a name by which works are compared: its words in order, without
// numbers and words such as plugin.
func workKey(words []string) string {
	words = slices.DeleteFunc(words, func(w string) bool { return kindWords[w] || strings.Trim(w, "0123456789") == "" })
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// namesWork reports whether names have the work of a file or of a folder in its path.
func namesWork(names map[string]bool, file string) bool {
	base := path.Base(file)
	for part := range strings.SplitSeq(strings.TrimSuffix(file, path.Ext(base)), "/") {
		words := nameWords(part)
		if key := workKey(slices.Clone(words)); key != "" && names[key] {
			return true
		}
		if len(words) > 1 && words[0] == "jquery" {
			if key := workKey(words[1:]); key != "" && names[key] {
				return true
			}
		}
	}
	return false
}

// bundleMarks are in the runtimes of webpack, ncc, Rollup, Rolldown, Parcel and Browserify. Imports
// of these runtimes have them too, and the extraction of notices.
var bundleMarks = [][]byte{
	[]byte("webpackChunk"), []byte("webpackJsonp"), []byte("[]).push([["), []byte("System.register([\""), []byte("__vite__mapDeps"), []byte("webpackBootstrap"), []byte("webpackUniversalModuleDefinition"), []byte("__webpack_modules__ = "), []byte("function __webpack_require__"), []byte("__nccwpck_require__"),
	[]byte("getDefaultExportFromCjs"), []byte("getAugmentedNamespace"), []byte("createCommonjsModule"), []byte("commonjsHelpers"), []byte("__commonJS = "), []byte("__commonJSMin"), []byte("/rolldown-runtime"), []byte("parcelRequire"),
	[]byte(":[function(require,module,exports){"), []byte("For license information please see "),
}

// packagesFolder is in the comments of bundles.
var packagesFolder = []byte("node_modules/")

// moduleMark matches a line up to packagesFolder in which a bundler names a module. It is a comment
// of nothing but the path, or a key of the table of modules.
var moduleMark = lazyregexp.New(`^\s*;?(?://|/\*|!\*\*\*)[^\pL\n]*(?:#region[ \t]+|(?:CONCATENATED|EXTERNAL) MODULE:[ \t]*)?(?:[^\s"':]*/)?$`)

// marksModule reports whether the packagesFolder at an offset of a script is in such a line.
func marksModule(script []byte, at int) bool {
	begin := bytes.LastIndexByte(script[:at], '\n') + 1
	name := script[at+len(packagesFolder) : min(len(script), at+mostModule)]
	if at-begin > mostModule || len(name) == 0 || name[0] == '*' || !moduleMark.Match(script[begin:at]) {
		return false
	}
	name, _, _ = bytes.Cut(name, []byte("\n"))
	end := bytes.IndexAny(name, " \t\"'")
	if end < 0 {
		end = len(name)
	}
	if path.Ext(string(name[:end])) == "" {
		return false // of a folder, in a sentence
	}
	return end == len(name) || name[end] == '"' || !bytes.ContainsFunc(bytes.TrimSuffix(bytes.TrimSpace(name[end:]), []byte("(ignored)")), unicode.IsLetter)
}

// bundledInfo begins the list of licences that esbuild writes at the end of a bundle.
var bundledInfo = []byte("Bundled license information:")

const (
	// bundleHead bounds the bytes of a bundle before its first mark of a runtime.
	bundleHead = 64 << 10
	// mostModule bounds the bytes of a mark before and after packagesFolder.
	mostModule = 1 << 10
	// fewFunctions bounds the functions, or rules of CSS, of a minified file with nothing but data.
	fewFunctions = 16
	// fewLines bounds the line breaks of a script with one statement, and the address of its map.
	fewLines = 3
	// mostPath bounds the bytes of the path of a script, and mostImporting those before it.
	mostPath, mostImporting = 200, len(` require("`)
)

// chunkName matches the name of a file that a build makes, with a hash of its content.
var chunkName = lazyregexp.New(`[A-Za-z0-9][.~_-]([A-Za-z0-9_-]{8,32})(?:\.(?:chunk|min|bundle|module|esm?))?\.(?:[mc]?js|css)$`)

var (
	// joining are in the files that a build divides a bundle into.
	joining = [][]byte{[]byte("from\"./"), []byte("from'./"), []byte("import\"./"), []byte("import(\"./"), []byte("import(`./"), []byte("export{")}
	// scriptPaths end the paths of scripts in quotes.
	scriptPaths = [][]byte{[]byte("js\""), []byte("js'"), []byte("js`"), []byte("css\""), []byte("css'"), []byte("css`")}
	// importing are the words before such a path.
	importing = lazyregexp.New(`(?:\bfrom ?|\bimport ?\(?|\brequire\(|\bURL\()["'\x60]$`)
)

// IsChunk reports whether a script is one of several files of a bundle. A hash is in its name, and
// it has few lines, or imports or exports as builds write it; or it imports such a file.
func IsChunk(file string, script []byte) bool {
	compact, base := isCompact(script), path.Base(file)
	if compact && isRandom(base) || path.Ext(file) != ".css" && hasHash(base) && has(script, joining) {
		return true
	}
	for _, end := range scriptPaths {
		for at, n := 0, 0; n < mostPaths; n++ {
			i := bytes.Index(script[at:], end)
			if i < 0 {
				break
			}
			at += i + len(end)
			before := script[max(0, at-len(end)-mostPath) : at-1]
			begin := bytes.LastIndexByte(before, end[len(end)-1]) + 1
			name := path.Base(string(before[begin:]))
			imports := importing.Match(before[max(0, begin-mostImporting):begin])
			if isRandom(name) && (compact || imports) || hasHash(name) && imports && before[begin-2] != ' ' && (compact || before[begin-2] != '(') {
				return true
			}
		}
	}
	return false
}

// isCompact reports whether a script has no lines as people write them.
func isCompact(script []byte) bool {
	lines := bytes.Count(script, []byte("\n"))
	return len(script) > 110*(1+lines) || lines <= fewLines && bytes.Count(script, []byte(" "))*8 < len(script)
}

// hasHash reports whether the name of a script may have a hash: letters in both cases, or with
// digits.
func hasHash(name string) bool {
	m := chunkName.FindStringSubmatch(name)
	if m == nil {
		return false
	}
	hash, lower := m[1], strings.ToLower(m[1])
	return lower != strings.ToUpper(hash) && (strings.ContainsAny(hash, "0123456789") || lower[1:] != hash[1:] && strings.ToUpper(hash) != hash)
}

var (
	// hexHash and capitalHash match hashes that are no words, joinedWords what may be words.
	hexHash     = lazyregexp.New(`^(?:[0-9a-f]*[a-f][0-9a-f]*[0-9][0-9a-f]*|[0-9a-f]*[0-9][0-9a-f]*[a-f][0-9a-f]*)$`)
	capitalHash = lazyregexp.New(`^[A-Z0-9]{8}$`)
	// longWord matches what few hashes have, in names such as XMLHttpRequest. Most hashes with
	// letters in both cases have eight characters.
	longWord    = lazyregexp.New(`^[A-Za-z0-9]*[a-z]{4}[A-Za-z0-9]*$`)
	joinedWords = lazyregexp.New(`^(?:[A-Z]?[a-z]+[0-9]*[_-]?|[0-9]+[_-]?|[A-Z]+[_-])+$`)
)

// isRandom reports whether the name of a script has a hash that is no word.
func isRandom(name string) bool {
	m := chunkName.FindStringSubmatch(name)
	if m == nil {
		return false
	}
	hash := m[1]
	switch {
	case hexHash.MatchString(hash):
		return true
	case capitalHash.MatchString(hash):
		return strings.Trim(hash, "0123456789") != ""
	case joinedWords.MatchString(hash), len(hash) > 8 && longWord.MatchString(hash):
		return false
	}
	return strings.ToUpper(hash) != hash && strings.ToLower(hash) != hash
}

// IsBundle reports whether a script holds the code of other packages. If a part of it is minified,
// without a source beside it, perhaps it does.
func IsBundle(script, minified []byte) bool {
	functions := bytes.Count(minified, []byte("function")) + bytes.Count(minified, []byte("=>"))
	if len(minified) == len(script) { // else a sheet in a string
		functions += bytes.Count(minified, []byte("}."))
	}
	if functions >= fewFunctions || bytes.Contains(script, bundledInfo) {
		return true
	}
	if has(script[:min(len(script), bundleHead)], bundleMarks) {
		return true
	}
	for at := 0; ; at++ {
		i := bytes.Index(script[at:], packagesFolder)
		if i < 0 {
			return false
		}
		if at += i; marksModule(script, at) {
			return true
		}
	}
}

// Banner returns the comments before the code of a script that are about all of it. Those of a
// bundle end with the mark of its first module, whose comment may come next.
func Banner(script []byte) []byte {
	at := 0
	for {
		rest := bytes.TrimLeft(script[at:], " \t\r\n\ufeff;")
		begin := len(script) - len(rest)
		end := -1
		switch {
		case bytes.HasPrefix(rest, []byte("/*")):
			end = bytes.Index(rest, []byte("*/")) + len("*/")
		case bytes.HasPrefix(rest, []byte("//")), begin == 0 && bytes.HasPrefix(rest, []byte("#!")):
			end = bytes.IndexByte(rest, '\n')
		case strictMode.Match(rest):
			end = len(strictMode.Find(rest))
		}
		if end < len("*/") || startsModule(rest[:end]) || begin+end > longestPassage {
			return script[:at]
		}
		at = begin + end
	}
}

var strictMode = lazyregexp.New(`^["']use strict["'];?`)

// startsModule reports whether a comment names the module that begins behind it: it is a path, or
// has no words, as in webpack's.
func startsModule(comment []byte) bool {
	text := bytes.Trim(comment, "/*!; \t\r\n")
	return bytes.HasPrefix(text, bundledInfo) || bytes.HasPrefix(text, []byte("#region")) || !bytes.HasPrefix(comment, []byte("#!")) && !bytes.ContainsAny(text, " \t\n") && (len(text) == 0 || bytes.IndexByte(text, '/') >= 0)
}

// leastLarge is the least bytes of a large script.
const leastLarge = 256 << 10

// inBuild matches the folders that builds fill.
var inBuild = lazyregexp.New(`(?:^|/)(?:dist|build|bundles?|umd)/`)

// IsLargeBuild reports by its path whether a large script is what a build makes. Perhaps it is a
// bundle without a mark.
func IsLargeBuild(file string, size int) bool {
	return size >= leastLarge && inBuild.MatchString(file)
}
