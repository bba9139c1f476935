package parts

import "bytes"

// Listing: each line begins with its number, as cat -n, grep -n, git blame, editors and web pages
// print it, or with a prompt.

// listing adds the text after the numbers. Lines without a number are left as they are.
func (s *splitter) listing(t text) {
	if isSession(t.bytes) {
		s.session(t)
		return
	}
	s.add(nil, withoutNumbers(t))
}

// withoutNumbers returns the text after the numbers.
func withoutNumbers(t text) (code text) {
	blank := true // after every number
	eachLine(t.bytes, func(from, to int) {
		if _, n := lineNumber(t.bytes[from:to]); n > 0 && from+n < to && !isBlankLine(t.bytes[from+n:to]) {
			blank = blank && isBlank(t.bytes[from+n])
		}
	})
	eachLine(t.bytes, func(from, to int) {
		if isHead(t.bytes[from:to]) {
			return
		}
		_, n := lineNumber(t.bytes[from:to])
		if n > 0 && blank && from+n < to && isBlank(t.bytes[from+n]) {
			n++
		}
		t.cut(&code, from+n, to)
	})
	return code
}

// isHead reports whether a line is of bat's box or its head.
func isHead(line []byte) bool {
	head, boxed := bytes.CutPrefix(bytes.TrimSpace(line), []byte("│ "))
	return isRule(line) || boxed && (bytes.HasPrefix(head, []byte("File: ")) || bytes.HasPrefix(head, []byte("Size: ")))
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// lineNumber returns the number at a line's start and the length up to its mark. The name of a file
// may be before it, or an annotation of git. n is 0 if there is none.
func lineNumber(line []byte) (number, n int) {
	if number, n = leadingNumber(line); n > 0 {
		return number, n
	}
	if number, n = annotated(line); n > 0 {
		return number, n
	}
	return afterName(line)
}

// afterName is lineNumber for FILE:12:code, FILE-12-code around what grep found, and
// FILE(12):code.
func afterName(line []byte) (number, n int) {
	const most = 200 // bytes of a path
	for i, b := range line[:min(most, len(line))] {
		switch {
		case isBlank(b):
			return 0, 0
		case i > 0 && (b == ':' || b == '-' || b == '('):
			end := string(b)
			if b == '(' {
				end = "):"
			}
			number, n = leadingNumber(line[i+1:])
			if n > 1 && bytes.HasPrefix(line[i+n:], []byte(end)) && line[i+1]-'0' < 10 {
				return number, i + n + len(end)
			}
		}
	}
	return 0, 0
}

// annotated is lineNumber for what git blame prints: COMMIT FILE (AUTHOR DATE 12) code. FILE is
// left out if it is always the same.
func annotated(line []byte) (number, n int) {
	const least, most = 7, 200 // digits of a commit, bytes of an annotation
	commit := bytes.TrimPrefix(line, []byte("^"))
	digits := len(commit) - len(bytes.TrimLeft(commit, "0123456789abcdef"))
	if digits < least || digits == len(commit) || commit[digits] != ' ' {
		return 0, 0
	}
	line = line[:min(most, len(line))]
	open := bytes.IndexByte(line, '(')
	end := bytes.IndexByte(line, ')')
	if open < 0 || end < open {
		return 0, 0
	}
	last := line[bytes.LastIndexByte(line[:end], ' ')+1 : end+1]
	if number, n = leadingNumber(last); n != len(last) {
		return 0, 0
	}
	return number, end + 1
}

// leadingNumber is lineNumber for lines that begin with it.
func leadingNumber(line []byte) (number, n int) {
	i := indentation(line, len(line))
	from := i
	for i < len(line) && i-from < 7 && line[i]-'0' < 10 {
		number = 10*number + int(line[i]-'0')
		i++
	}
	if i == from {
		return 0, 0
	}
	marked := i
	for marked < len(line) && marked-i < 8 && line[marked] == ' ' {
		marked++
	}
	switch {
	case marked < len(line) && line[marked] == '|':
		return number, marked + 1
	case bytes.HasPrefix(line[marked:], []byte("│")):
		return number, marked + len("│")
	case marked < len(line) && line[marked] == '=': // in a table: 1 => 'a'
		return 0, 0
	case i == len(line) || line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n':
		return number, i
	case bytes.IndexByte([]byte(":.)-#"), line[i]) >= 0:
		return number, i + 1
	}
	return 0, 0
}

// isListing reports whether nearly all lines are numbered, or half have prompts.
func isListing(src []byte) bool { return isNumbered(src) || isSession(src) }

// isNumbered reports whether nearly all lines are numbered. The numbers rise by one.
func isNumbered(src []byte) bool {
	const head = 2000 // bytes, which suffice for most documents
	return isListed(src[:min(head, len(src))]) && isListed(src)
}

// beginsNumbered reports whether one of the first lines is numbered, behind bat's head.
func beginsNumbered(src []byte) bool {
	n := 0
	for line := range bytes.Lines(src) {
		if _, number := lineNumber(line); number > 0 && !isBlankLine(line) {
			return true
		}
		if n++; n == 5 {
			break
		}
	}
	return false
}

func isListed(src []byte) bool {
	rising, lines := numberedLines(src)
	return rising >= 3 && rising*5 >= lines*4
}

// numberedLines counts the lines that are not blank, and those with the number after the last one.
func numberedLines(src []byte) (rising, lines int) {
	last := -1
	eachLine(src, func(from, to int) {
		if isBlankLine(src[from:to]) || isHead(src[from:to]) {
			return
		}
		lines++
		if number, n := lineNumber(src[from:to]); n > 0 && (number == last+1 || last < 0) {
			rising++
			last = number
		} else if n > 0 {
			last = number
		}
	})
	return rising, lines
}
