package notice

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// globs are the licences of single files by patterns. In a pattern * stands for any text, ? for a
// character, and a backslash takes the meaning from the next one (copyright-format 1.0, Files). The
// last that matches decides. Most patterns are paths or folders, which are looked up. Large
// packages have 37,000 of them, and a few others.
type globs struct {
	from     string         // the file that has them
	except   bool           // a text of the package takes them out of its licence
	licenses []string       // empty if it is not understood
	last     map[string]int // by paths, and by folders with a slash: the last of licenses
	others   []glob
	compared int // bytes of others
}

type glob struct {
	pattern string
	form    *regexp.Regexp // of a pattern of REUSE
	license int
	depth   int
}

// mostCompared bounds the bytes of the patterns that every file is compared with: 800 of usual
// length, or 4 ms for a file.
const mostCompared = 16 << 10

func newGlobs() *globs { return &globs{last: map[string]int{}} }

// ofSentences reports whether the patterns come from sentences of a README.
func (g *globs) ofSentences() bool { return IsReadme(path.Base(g.from)) || IsMetadata(g.from) }

// inModule adds the paths without their first folder, which may be the folder of a module.
func (g *globs) inModule() {
	for _, name := range slices.Collect(maps.Keys(g.last)) {
		if _, inner, _ := strings.Cut(name, "/"); inner != "" && inner != "/" {
			g.last[inner] = max(g.last[inner], g.last[name])
		}
	}
}

// add adds a pattern. It returns false if there are too many.
func (g *globs) add(pattern, license string) bool {
	pattern = strings.TrimPrefix(pattern, "./")
	folder, inFolder := strings.CutSuffix(pattern, "*")
	switch {
	case !strings.ContainsAny(pattern, `*?\`):
		g.last[pattern] = g.number(license)
	case inFolder && (folder == "" || folder[len(folder)-1] == '/') && !strings.ContainsAny(folder, `*?\`):
		g.last[folder+"/"] = g.number(license) // a path has no two slashes
	default:
		return g.addForm(pattern, nil, license)
	}
	return g.compared <= mostCompared
}

// addForm adds a pattern, or the form of one, that every file is compared with.
func (g *globs) addForm(pattern string, form *regexp.Regexp, license string) bool {
	depth := len(pattern)
	if i := strings.IndexAny(pattern, `*?`); i >= 0 {
		depth = strings.LastIndexByte(pattern[:i], '/') + 1
	}
	g.others = append(g.others, glob{pattern, form, g.number(license), depth})
	g.compared += len(pattern)
	return g.compared <= mostCompared
}

// number returns the number of a licence: the last one's or a new one.
func (g *globs) number(license string) int {
	if n := len(g.licenses); n == 0 || g.licenses[n-1] != license {
		g.licenses = append(g.licenses, license)
	}
	return len(g.licenses) - 1
}

// size returns the number of patterns.
func (g *globs) size() int { return len(g.last) + len(g.others) }

// license returns a file's licence, and how much of the path the pattern names: all, or some
// folders. ok is false if no pattern matches.
func (g *globs) license(path string) (license string, depth int, ok bool) {
	last := -1
	look := func(name string, of int) {
		if at, ok := g.last[name]; ok && at >= last {
			last, depth = at, of
		}
	}
	look("/", 0)
	for i := range len(path) {
		if path[i] == '/' {
			look(path[:i+1]+"/", i+1)
		}
	}
	look(path, len(path))
	for i := len(g.others) - 1; i >= 0 && g.others[i].license > last; i-- {
		if o := g.others[i]; o.form == nil && match(o.pattern, path) || o.form != nil && o.form.MatchString(path) {
			last, depth = o.license, o.depth
		}
	}
	if last < 0 {
		return "", 0, false
	}
	return g.licenses[last], depth, true
}

// match reports whether a text matches a pattern. Bytes that are no UTF-8 are characters.
func match(pattern, text string) bool {
	retry, rest := -1, "" // after the last *, and the text that it was last tried with
	at := 0
	for at < len(pattern) || text != "" {
		if at < len(pattern) && pattern[at] == '*' {
			at++
			retry, rest = at, text
			continue
		}
		if width, n := one(pattern[at:], text); n > 0 {
			at, text = at+width, text[n:]
			continue
		}
		if retry < 0 || rest == "" {
			return false
		}
		rest = rest[1:]
		at, text = retry, rest
	}
	return true
}

// one matches the character that a pattern begins with. It returns the bytes of both; 0 of the text
// if it does not match.
func one(pattern, text string) (inPattern, inText int) {
	switch {
	case pattern == "" || text == "":
		return 0, 0
	case pattern[0] == '?':
		_, n := utf8.DecodeRuneInString(text)
		return 1, n
	case pattern[0] == '\\' && len(pattern) > 1:
		if pattern[1] == text[0] {
			return 2, 1
		}
	case pattern[0] == text[0]:
		return 1, 1
	}
	return 0, 0
}
