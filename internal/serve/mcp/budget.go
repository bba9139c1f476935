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
// ids have 2.4 bytes or more for each token. Foreign text may be made to have many: see weigh.
const (
	bytesOfToken = 24 // in tenths of a byte
	tenths       = 10
)

// weigh returns an upper estimate of the tokens of foreign text, in halves: one for a letter, because random letters are
// paired, and two for each other byte, because no token has less than a byte.
func weigh(text string) (halves int) {
	for _, b := range []byte(text) {
		if b |= 0x20; b >= 'a' && b <= 'z' {
			halves++
		} else {
			halves += 2
		}
	}
	return halves
}

// cost estimates the tokens of a result in which the foreign texts are.
func cost(r *sdk.CallToolResult, structured any, foreign []string) (int, error) {
	text, err := json.Marshal(structured)
	if err != nil {
		return 0, err
	}
	bytes, halves := len(text), 0
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
		halves += weigh(f)
	}
	return halves/2 + max(0, bytes)*tenths/bytesOfToken + 1, nil
}

// The lengths of foreign text, in tokens: widths are tried until the answer fits.
const (
	widest    = 60
	narrowest = 6
)

// fit returns the result of an answer within the budget: with names as long as possible, and then with fewer hits.
func (a Answer) fit(limit int) (*sdk.CallToolResult, Answer, error) {
	a = a.shorten(widest)
	for width := widest; ; width = max(narrowest, width*4/5) {
		short := a.shorten(width)
		r := &sdk.CallToolResult{Content: short.content()}
		n, err := cost(r, short, short.foreign())
		if err != nil || n <= budget(limit) || len(a.Hits) == 0 {
			return r, short, err
		}
		if width == narrowest {
			a.Hits, a.More = a.Hits[:len(a.Hits)-1], true
		}
	}
}

// mostNotes bounds the notes of an answer.
const mostNotes = 3

// shorten returns the answer with foreign text of at most so many tokens each, without control characters.
func (a Answer) shorten(width int) Answer {
	hits := make([]Hit, len(a.Hits))
	for i, h := range a.Hits {
		h.Document, h.File = cutStart(h.Document, width), cutStart(h.File, width)
		h.License, h.Author = cutEnd(h.License, min(width, 16)), cutEnd(h.Author, min(width, 16))
		if h.URL = terminal.Safe(h.URL[:min(len(h.URL), mostAddress)]); weigh(h.URL) > 2*width { // a part of an address leads nowhere
			h.URL = ""
		}
		if width == narrowest { // the hit is worth more
			h.Author, h.URL, h.Date = "", "", ""
		}
		hits[i] = h
	}
	a.Hits = hits
	notes := a.Notes[:min(len(a.Notes), mostNotes)]
	a.Notes = nil
	for _, n := range notes {
		a.Notes = append(a.Notes, cutEnd(n, 2*width))
	}
	return a
}

// mostAddress bounds the address of a page, in bytes.
const mostAddress = 1000

// foreign returns the foreign texts of an answer, each as often as the result has it.
func (a Answer) foreign() (all []string) {
	for _, h := range a.Hits {
		name := h.name()
		all = append(all, h.Document, h.Document, name, h.File, h.File, h.License, h.License, h.Author, h.URL)
	}
	return append(append(all, a.Notes...), a.Notes...)
}

// clean returns foreign text on one line, without control characters, and of at most n characters.
func clean(text string, n int) string {
	text = text[:min(len(text), n*utf8.UTFMax)] // long text is slow to escape
	return terminal.Cut(terminal.Safe(text), n)
}

// ellipsis stands for what is cut.
const ellipsis = "…"

// cutEnd returns the beginning of foreign text, of at most so many tokens, without control characters.
func cutEnd(text string, tokens int) string {
	text = terminal.Safe(text[:min(len(text), 4*tokens)]) // a character has half a token or more
	if weigh(text) <= 2*tokens {
		return text
	}
	left := 2*tokens - weigh(ellipsis)
	for i, r := range text {
		if left -= weigh(string(r)); left < 0 {
			return text[:i] + ellipsis
		}
	}
	return text
}

// cutStart is cutEnd, but returns the end, which tells most of a path.
func cutStart(text string, tokens int) string {
	text = terminal.Safe(text[max(0, len(text)-4*tokens):])
	if weigh(text) <= 2*tokens {
		return text
	}
	left := 2*tokens - weigh(ellipsis)
	for i := len(text); i > 0; {
		_, n := utf8.DecodeLastRuneInString(text[:i])
		if left -= weigh(text[i-n : i]); left < 0 {
			return ellipsis + text[i:]
		}
		i -= n
	}
	return text
}

// limitOf returns how many hits are asked for.
func limitOf(limit int) int { return cmp.Or(limit, fewHits) }
