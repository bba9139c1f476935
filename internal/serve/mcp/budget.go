package mcp

import (
	"cmp"
	"encoding/json"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// The budget of an answer, in tokens of the assistant: of its words, links and structured content together.
const (
	fewHits   = 5    // as many as fit the smallest budget
	fewTokens = 1500 // of an answer with so many hits
	eachToken = 300  // of each further hit
	mostHits  = 50
)

// budget returns the tokens of an answer with up to n hits.
func budget(n int) int { return fewTokens + max(0, n-fewHits)*eachToken }

// Assistants split text into tokens in ways of their own, so tokens are estimated, rather too high. Words of ours, keys and
// ids have 2.2 bytes or more for each token. Foreign text may be made to have many: see weigh.
const (
	bytesOfToken = 22 // in tenths of a byte
	tenths       = 10
)

// weigh returns an upper estimate of the tokens of foreign text: letters are paired, and each byte of anything else counts.
// Random letters have two for each token, and no token has less than a byte.
func weigh(text string) (n int) {
	letters := 0
	for _, b := range []byte(text) {
		if b |= 0x20; b >= 'a' && b <= 'z' {
			letters++
		} else {
			n++
		}
	}
	return n + (letters+1)/2
}

// cost estimates the tokens of a result in which the foreign texts are.
func cost(r *sdk.CallToolResult, structured any, foreign []string) (int, error) {
	text, err := json.Marshal(structured)
	if err != nil {
		return 0, err
	}
	bytes, tokens := len(text), 0
	for _, c := range r.Content {
		if t, ok := c.(*sdk.TextContent); ok {
			bytes += len(t.Text)
			continue
		}
		text, err := json.Marshal(c)
		if err != nil {
			return 0, err
		}
		bytes += len(text)
	}
	for _, f := range foreign {
		bytes -= len(f)
		tokens += weigh(f)
	}
	return tokens + max(0, bytes)*tenths/bytesOfToken + 1, nil
}

// The lengths of foreign text, in characters: widths are tried until the answer fits.
const (
	widest    = 100
	narrowest = 12
)

// fit returns the result of an answer within the budget: with names as long as possible, and then with fewer hits.
func (a Answer) fit(limit int) (*sdk.CallToolResult, Answer, error) {
	for width := widest; ; width = width * 4 / 5 {
		if width < narrowest {
			if len(a.Hits) == 0 {
				a.Notes = nil
			} else {
				a.Hits, a.More = a.Hits[:len(a.Hits)-1], true
			}
			width = narrowest
		}
		short := a.shorten(width)
		r := &sdk.CallToolResult{Content: short.content()}
		n, err := cost(r, short, short.foreign())
		if err != nil || n <= budget(limit) || len(a.Hits) == 0 && a.Notes == nil && width == narrowest {
			return r, short, err
		}
	}
}

// shorten returns the answer with foreign text of at most that many characters, without control characters.
func (a Answer) shorten(width int) Answer {
	hits := make([]Hit, len(a.Hits))
	for i, h := range a.Hits {
		h.Document, h.File = terminal.CutPath(h.Document, width), terminal.CutPath(h.File, width)
		h.License, h.Author = clean(h.License, min(width, 40)), clean(h.Author, min(width, 40))
		if utf8.RuneCountInString(h.URL) > width { // a part of an address leads nowhere
			h.URL = ""
		}
		h.URL = terminal.Safe(h.URL)
		hits[i] = h
	}
	a.Hits = hits
	notes := a.Notes
	a.Notes = nil
	for i := range min(len(notes), 3) {
		a.Notes = append(a.Notes, clean(notes[i], 2*width))
	}
	return a
}

// foreign returns the foreign texts of an answer, each as often as the result has it.
func (a Answer) foreign() (all []string) {
	for _, h := range a.Hits {
		name := h.name()
		all = append(all, h.Document, h.Document, name, h.File, h.File, h.License, h.License, h.Author, h.URL)
	}
	return append(append(all, a.Notes...), a.Notes...)
}

// clean returns foreign text on one line, without control characters, and of at most n characters.
func clean(text string, n int) string { return terminal.Cut(terminal.Safe(text), n) }

// limitOf returns how many hits are asked for.
func limitOf(limit int) int { return cmp.Or(limit, fewHits) }
