package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// docs/images/search.svg is the output of the program on a terminal, so that it agrees with it.
// testdata/picture has the corpus and the question, so the figures depend on nothing else.

const (
	pictureFile    = "../../docs/images/search.svg"
	pictureColumns = 108
)

func TestPicture_IsUpToDate(t *testing.T) {
	want := picture(pictureOutput(t))
	if *update {
		if err := os.WriteFile(pictureFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(pictureFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Errorf("docs/images/search.svg is out of date: go test ./cmd/chaffinch -run Picture -update")
	}
}

// pictureOutput returns the commands of the picture, with their output.
func pictureOutput(t *testing.T) string {
	t.Helper()
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	c := newCommandLine(t)
	if err := os.CopyFS(".", os.DirFS(filepath.Join(back, "testdata", "picture"))); err != nil {
		t.Fatal(err)
	}
	c.run(exitFound, "index", "library")
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	t.Setenv("COLUMNS", fmt.Sprint(pictureColumns))
	var b strings.Builder
	for i, line := range []string{
		"chaffinch search shop.go",
		"chaffinch search --side-by-side --lines 37:55 -C 0 -n 1 shop.go",
	} {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString("\x1b[1m$ " + line + "\x1b[0m\n")
		b.WriteString(onTerminal(t, strings.Fields(line)[1:]))
	}
	t.Chdir(back)
	return b.String()
}

// paint is a sequence that sets a colour, or ends it.
var paint = regexp.MustCompile("\x1b\\[([0-9]+)m")

// unlinked is what surrounds the text of a link.
var unlinked = regexp.MustCompile("\x1b\\]8;;[^\x1b]*\x1b\\\\")

// paints are the attributes of the colours of [terminal.Style].
var paints = map[string]string{
	"1": `font-weight="700" fill="#fff"`, "2": `fill="#7d8590"`, "31": `fill="#e07a6e"`, "32": `fill="#7ec27e"`,
	"33": `fill="#d9b35b"`, "36": `fill="#4fc1d9"`,
}

// The size of the picture, in pixels.
const (
	letterWidth, lineHeight = 783, 18 // the width in hundredths
	pictureMargin           = 16
)

// picture draws the output of a terminal as an SVG.
func picture(output string) string {
	output = unlinked.ReplaceAllString(strings.ReplaceAll(output, "\r\n", "\n"), "")
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	width, height := pictureColumns*letterWidth/100+2*pictureMargin, len(lines)*lineHeight+2*pictureMargin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" `+
		`aria-label="chaffinch search lists the origins of a file, and shows a function beside its origin, line by line">
<rect width="%[1]d" height="%[2]d" rx="8" fill="#1b1f24"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13" fill="#d4d8de">
`, width, height)
	for i, line := range lines {
		fmt.Fprintf(&b, `<text x="%d" y="%d" xml:space="preserve">%s</text>`+"\n", pictureMargin, pictureMargin+14+i*lineHeight, painted(line))
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// painted returns a line with its colours as elements.
func painted(line string) string {
	var b strings.Builder
	open := false
	end := 0
	for _, at := range paint.FindAllStringSubmatchIndex(line, -1) {
		b.WriteString(html.EscapeString(line[end:at[0]]))
		end = at[1]
		if open {
			b.WriteString("</tspan>")
		}
		attributes := paints[line[at[2]:at[3]]]
		if open = attributes != ""; open {
			b.WriteString("<tspan " + attributes + ">")
		}
	}
	b.WriteString(html.EscapeString(line[end:]))
	return b.String()
}

// The picture shows what the program prints: the columns, the bar, and both sides.
func TestPicture_HasAllColumns(t *testing.T) {
	output := pictureOutput(t)
	plain := controls.ReplaceAllString(output, "")
	for _, want := range []string{"where", "·~~~~~·", "renamed", "edited", "library/heap/heap.go:", "openFor(s string)", "Parse(text string)"} {
		if !strings.Contains(plain, want) {
			t.Errorf("no %q in\n%s", want, plain)
		}
	}
	for line := range strings.Lines(plain) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\r\n")); n > pictureColumns {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	drawn := picture(output)
	if strings.ContainsAny(drawn, "\x1b\r") || strings.Count(drawn, "<tspan") != strings.Count(drawn, "</tspan>") {
		t.Error("a sequence of the terminal is in the picture")
	}
}
