package mcp

import (
	"cmp"
	"encoding/json"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// The budget of an answer, in tokens of the assistant: text, links and structured content together.
const (
	fewHits   = 5    // the default limit
	fewTokens = 1500 // of an answer with so many hits
	eachToken = 300  // of each further hit
	mostHits  = 50
)

// budget returns the tokens of an answer with up to n hits.
func budget(n int) int { return fewTokens + max(0, n-fewHits)*eachToken }

// Tokenizers differ, so tokens are estimated, on the high side. Our own text has at least 2.4 bytes
// a token. Untrusted text may have fewer: see weigh.
const (
	bytesOfToken = 24 // in tenths of a byte
	tenths       = 10
)

// weigh returns an upper estimate of the tokens of foreign text, in half tokens. It counts one for
// a letter, because even random letters are paired, and two for any other byte, because a token has
// at least one byte.
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

// cost estimates the tokens of a result that contains the foreign texts.
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

// The greatest and least width of foreign text, in tokens. fit tries smaller widths until the
// answer fits.
const (
	widest    = 60
	narrowest = 6
)

// fit returns the result of an answer within the budget. It shortens names first, and then drops
// hits.
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

// shorten returns the answer with foreign text of at most so many tokens each, without control
// characters.
func (a Answer) shorten(width int) Answer {
	hits := make([]Hit, len(a.Hits))
	for i, h := range a.Hits {
		h.Document, h.File = cutStart(h.Document, width), cutStart(h.File, width)
		h.License, h.Author = cutEnd(h.License, min(width, 16)), cutEnd(h.Author, min(width, 16))
		h.URL = shortURL(h.URL, width)
		if width == narrowest { // rather than drop the hit
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

// mostAddress bounds the URL of a page, in bytes.
const mostAddress = 1000

// shortURL returns the address of a page if it has at most so many tokens. A part of an address
// leads nowhere.
func shortURL(url string, tokens int) string {
	if url = terminal.Safe(url[:min(len(url), mostAddress)]); weigh(url) > 2*tokens {
		return ""
	}
	return url
}

// foreign returns the foreign texts of an answer, each as often as the result contains it.
func (a Answer) foreign() (all []string) {
	for _, h := range a.Hits {
		name := h.name()
		all = append(all, h.Document, h.Document, name, h.File, h.File, h.License, h.License, h.Author, h.URL)
	}
	return append(append(all, a.Notes...), a.Notes...)
}

// clean returns foreign text on one line, without control characters, and of at most n characters.
func clean(text string, n int) string {
	text = text[:min(len(text), n*utf8.UTFMax)] // because escaping long text is slow
	return terminal.Cut(terminal.Safe(text), n)
}

// ellipsis stands for the text that is cut.
const ellipsis = "…"

// cutEnd returns the beginning of foreign text, of at most so many tokens, without control
// characters.
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

// cutStart is like cutEnd, but keeps the end, the significant part of a path.
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

// limitOf returns the requested number of hits.
func limitOf(limit int) int { return cmp.Or(limit, fewHits) }
