package notice

import (
	"strings"
	"unicode/utf8"
)

// globs are the licences of single files by patterns, in which * stands for any text, ? for a character, and
// a backslash takes the meaning from the next one (copyright-format 1.0, Files). The last that matches decides.
// Most patterns are paths or folders, which are looked up. Large packages have 37,000 of them, and a few others.
type globs struct {
	from     string         // the file that has them
	licenses []string       // empty if it is not understood
	last     map[string]int // by paths, and by folders with a slash: the last of licenses
	others   []glob
	compared int // bytes of others
}

type glob struct {
	pattern string
	license int
}

// mostCompared bounds the bytes of the patterns that every file is compared with: 800 of usual length, or 4 ms
// for a file.
const mostCompared = 16 << 10

func newGlobs() *globs { return &globs{last: map[string]int{}} }

// add adds a pattern. It returns false if there are too many.
func (g *globs) add(pattern, license string) bool {
	if n := len(g.licenses); n == 0 || g.licenses[n-1] != license {
		g.licenses = append(g.licenses, license)
	}
	at := len(g.licenses) - 1
	pattern = strings.TrimPrefix(pattern, "./")
	folder, inFolder := strings.CutSuffix(pattern, "*")
	switch {
	case !strings.ContainsAny(pattern, `*?\`):
		g.last[pattern] = at
	case inFolder && (folder == "" || folder[len(folder)-1] == '/') && !strings.ContainsAny(folder, `*?\`):
		g.last[folder+"/"] = at // a path has no two slashes
	default:
		g.others = append(g.others, glob{pattern, at})
		g.compared += len(pattern)
	}
	return g.compared <= mostCompared
}

// size returns the number of patterns.
func (g *globs) size() int { return len(g.last) + len(g.others) }

// license returns the licence of a file; ok is false if no pattern matches.
func (g *globs) license(path string) (license string, ok bool) {
	last := -1
	look := func(name string) {
		if at, ok := g.last[name]; ok {
			last = max(last, at)
		}
	}
	look(path)
	look("/")
	for i := range len(path) {
		if path[i] == '/' {
			look(path[:i+1] + "/")
		}
	}
	for i := len(g.others) - 1; i >= 0 && g.others[i].license > last; i-- {
		if match(g.others[i].pattern, path) {
			last = g.others[i].license
		}
	}
	if last < 0 {
		return "", false
	}
	return g.licenses[last], true
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

// one matches the character that a pattern begins with. It returns the bytes of both; 0 of the text if it does
// not match.
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
