package git

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// mostCommit bounds the commits that are read, in bytes. Of larger ones author and date are
// unknown.
const mostCommit = 16 << 20

// read reads a commit that cat-file prints: author and date. It returns the parents.
func (c *Commit) read(out *bufio.Reader) (parents []string, err error) {
	kind, size, err := readHead(out)
	if err != nil {
		return nil, err
	}
	if kind != "commit" {
		return nil, fmt.Errorf("%w: a %s is not a commit", errGitPrints, kind)
	}
	lines := bufio.NewReader(io.LimitReader(out, size))
	var characters encoding.Encoding
	for {
		line, err := readLine(lines, '\n')
		if err != nil || line == "" {
			break
		}
		switch key, value, _ := strings.Cut(line, " "); key {
		case "tree":
			c.tree = value
		case "parent":
			if isObjectID(value) {
				parents = append(parents, value)
			}
		case "author":
			c.Author, _ = parseIdentity(value)
		case "committer":
			_, c.Date = parseIdentity(value)
		case "encoding":
			characters = encodingOf(value)
		}
	}
	if characters != nil {
		if text, err := characters.NewDecoder().String(c.Author); err == nil {
			c.Author = text
		}
	}
	c.Author = strings.ToValidUTF8(c.Author, "\ufffd")
	if _, err := io.Copy(io.Discard, lines); err != nil {
		return nil, err
	}
	_, err = out.Discard(1) // the line break that follows
	return parents, err
}

// year10000 is the first second that JSON and RFC 3339 cannot express.
const year10000 = 253402300800

// parseIdentity parses "NAME <ADDRESS> SECONDS ZONE". What cannot be read is zero.
func parseIdentity(line string) (who string, date time.Time) {
	name, rest, ok := strings.Cut(line, "<")
	address, _, closed := strings.Cut(rest, ">")
	if !ok || !closed {
		return "", time.Time{}
	}
	who = strings.TrimSpace(name) + " <" + strings.TrimSpace(address) + ">"
	seconds, _, _ := strings.Cut(strings.TrimSpace(line[strings.LastIndex(line, ">")+1:]), " ")
	if at, err := strconv.ParseInt(seconds, 10, 64); err == nil && at > 0 && at < year10000 {
		date = time.Unix(at, 0).UTC()
	}
	return who, date
}

// encodingOf returns the encoding of that name, if it has one byte for each character. Otherwise it
// returns nil.
func encodingOf(name string) encoding.Encoding {
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, s)
	}
	name = plain(name)
	switch {
	case name == "latin1":
		return charmap.ISO8859_1
	case strings.HasPrefix(name, "cp125"):
		name = "windows" + name[len("cp"):]
	}
	for _, e := range charmap.All {
		if s, ok := e.(fmt.Stringer); ok && plain(s.String()) == name {
			return e
		}
	}
	return nil
}
