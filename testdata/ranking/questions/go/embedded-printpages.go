// Command printpages picks pages out of a text with form feeds.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"
)

type column struct {
	label    string
	min, max int
}

type job struct {
	input  io.Reader
	output *bufio.Writer
	wanted map[int]bool
	number bool
	upside bool
}

var errNothing = errors.New("no page was selected")

// splitPages is a bufio.SplitFunc that ends a page at a form feed.
func splitPages(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\f'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// selection adds the pages of a list such as 1,4-7 to a set.
func selection(list string, last int) (map[int]bool, error) {
	pages := map[int]bool{}
	for _, piece := range strings.Split(list, ",") {
		from, to, err := parseSpan(strings.TrimSpace(piece), column{"page", 1, last})
		if err != nil {
			return nil, err
		}
		for page := from; page <= to; page++ {
			pages[page] = true
		}
	}
	if len(pages) == 0 {
		return nil, errNothing
	}
	return pages, nil
}

func parseSpan(text string, col column) (low, high int, err error) {
	if text == "*" {
		return col.min, col.max, nil
	}
	first, second, isRange := strings.Cut(text, "-")
	if low, err = strconv.Atoi(first); err != nil {
		return 0, 0, fmt.Errorf("not a number: %q", first)
	}
	high = low
	if isRange {
		if high, err = strconv.Atoi(second); err != nil {
			return 0, 0, fmt.Errorf("not a number: %q", second)
		}
	}
	if low < col.min || high > col.max || low > high {
		return 0, 0, fmt.Errorf("%q is outside of %d-%d", text, col.min, col.max)
	}
	return low, high, nil
}

func (j *job) run() (printed int, err error) {
	pages := bufio.NewScanner(j.input)
	pages.Buffer(make([]byte, 0, 64<<10), 8<<20)
	pages.Split(splitPages)
	for page := 1; pages.Scan(); page++ {
		if !j.wanted[page] {
			continue
		}
		if printed > 0 {
			j.output.WriteByte('\f')
		}
		j.write(pages.Text(), page)
		printed++
	}
	if err := pages.Err(); err != nil {
		return printed, fmt.Errorf("reading pages: %w", err)
	}
	return printed, j.output.Flush()
}

func (j *job) write(page string, number int) {
	lines := strings.Split(strings.Trim(page, "\n"), "\n")
	if j.upside {
		for i := range len(lines) / 2 {
			lines[i], lines[len(lines)-1-i] = lines[len(lines)-1-i], lines[i]
		}
	}
	for _, line := range lines {
		j.output.WriteString(strings.TrimRight(line, " \t"))
		j.output.WriteByte('\n')
	}
	if j.number {
		fmt.Fprintf(j.output, "%40s\n", "- "+strconv.Itoa(number)+" -")
	}
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("printpages: ")
	list := flag.String("pages", "*", "pages to print, such as 1,4-7")
	last := flag.Int("last", 9999, "highest page number that makes sense")
	number := flag.Bool("number", false, "write page numbers at the foot")
	upside := flag.Bool("upside", false, "print the last line of a page first")
	flag.Parse()

	wanted, err := selection(*list, *last)
	if err != nil {
		log.Fatal(err)
	}
	j := &job{
		input:  os.Stdin,
		output: bufio.NewWriter(os.Stdout),
		wanted: wanted,
		number: *number,
		upside: *upside,
	}
	printed, err := j.run()
	if err != nil {
		log.Fatal(err)
	}
	if printed == 0 {
		log.Fatal(errNothing)
	}
}
