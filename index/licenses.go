//go:build !js

// Not in a browser: reading licences would make the engine 1 MB larger.

package index

import (
	"bytes"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/saved"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// licenses recognises the texts of licences. Licences that the index has already need not be
// recognised again, so most updates do not load the recogniser.
type licenses struct {
	known   sync.Map // expression or nothing, by the id of the content
	heads   notice.Heads
	notices *notice.Memory // nil if the index keeps none
}

// noticesFile caches the notices of files for later updates.
const noticesFile = "notices"

// loadNotices reads the notices that earlier updates have kept. An index with a key says nothing of
// what it has read.
func (u *update) loadNotices() {
	if c, ok := u.to.(cacher); ok && u.analyzer.Key() == nil {
		u.licenses.notices = notice.NewMemory(saved.Program(), c.Cached(noticesFile, notice.MostMemory))
	}
}

// keepNotices keeps the notices for later updates. If that fails, these read the files again.
func (u *update) keepNotices() {
	if b := u.licenses.notices.Bytes(); b != nil {
		u.to.(cacher).Cache(noticesFile, b)
	}
}

// noticeMemory returns the notices of files; nil if the index keeps none.
func (u *update) noticeMemory() *corpus.NoticeMemory { return u.licenses.notices }

// remember takes the licence of a text from its record.
func (l *licenses) remember(o Occurrence) {
	if o.Content == "" || !notice.IsLicense(o.Path) {
		return
	}
	license := ""
	if o.LicenseInFile {
		license = o.License
	}
	l.known.Store(o.Content, license)
}

func (l *licenses) of(text []byte) string {
	id := BlobID(text)
	if known, ok := l.known.Load(id); ok {
		return known.(string)
	}
	license := notice.Recognise(text)
	l.known.Store(id, license)
	return license
}

// describe sets the licence that a file states itself. The file does so in an SPDX line, by its
// head, or because it is the text of a licence. This licence overrides the folder's, even if it is
// not clear. The licences of the document, such as a post's, and of snippets hold in addition.
func (u *update) describe(f corpus.File, o *Occurrence, l *lex.Language, content, text []byte) {
	if notice.IsMetadata(o.Path) {
		return // its folder has the same licence
	}
	around, isText := o.License, notice.IsLicense(o.Path)
	own := u.licenses.heads.Own(text, isText, prose[l.Name], func(at int) bool { return inString(l, text, at) })
	if !own.Stated && l.Name == "TeX" { // its words stand in no comment
		own = u.licenses.heads.Own(text, isText, true, nil)
	}
	license, stated := own.In(around, o.LicenseFrom), own.Stated
	if isText && !stated && len(text) <= notice.MostSize {
		license = u.licenses.of(content)
		stated = license != ""
	}
	if l.Name == "C" {
		if module, denies, ok := notice.OfKernelModule(text); ok && !stated {
			license, stated = module.In(around, o.LicenseFrom), true
		} else if denies { // below a line of SPDX
			license = ""
		}
	}
	switch {
	case notice.ListsOthers(o.Path), !stated && notice.BundleOf(o.Path) != "":
		license, stated = "", true
	case scripts[l.Name] && (!stated || license != ""):
		license, stated = u.ofScript(f, o, text, own, license, stated)
	}
	switch {
	case !stated && (!own.Marked || around == ""):
		return
	case stated && license == "" && f.LicenseConcluded: // a person has read the unclear text
		return
	}
	if !stated {
		license = around
	} else if !f.LicenseAbove && around != "" && license != "" {
		license = spdx.And(around, license) // the licence of a post holds, too
	}
	if own.Marked && license != "" {
		if license = spdx.And(license, own.Snippets); own.Snippets == "" {
			license = ""
		}
	}
	o.License, o.LicenseAround, o.LicenseInFile = license, around, true
}

// scripts are languages whose files a build bundles.
var scripts = map[string]bool{"JavaScript": true, "CSS": true, "TypeScript": true}

// ofScript returns the licence of a script, and whether the script states it. What a script states
// behind its banner is about one of the works in it, if a build has made it.
func (u *update) ofScript(f corpus.File, o *Occurrence, text []byte, own notice.Own, license string, stated bool) (string, bool) {
	minified := corpus.MinifiedPart(o.Path, text)
	isMinified := len(minified) == len(text)
	if f.SourceSize >= len(text) {
		minified = nil
	}
	isBundle := notice.IsBundle(text, minified) || notice.IsChunk(o.Path, text) || !stated && notice.IsLargeBuild(o.Path, len(text))
	if !isBundle && !(isMinified && stated && own.File == "") || stated && u.licenses.heads.Own(notice.Banner(text), false, false, nil).Stated {
		return license, stated
	}
	switch {
	case notice.BundleOf(o.LicenseFrom) != "":
		return o.License, o.License == ""
	case isBundle:
		return "", true
	}
	return notice.Claim{Family: own.License + own.Family}.In(o.License, o.LicenseFrom), true
}

// prose are languages whose files are read as if all of them was a comment.
var prose = map[string]bool{"Text": true, "Markdown": true, "reStructuredText": true, "AsciiDoc": true, "Org": true, "RDoc": true, "Pod": true}

// longestHeader is how much is lexed, at least, to find out whether a licence is in a string.
const longestHeader = 16 << 10

// longestString is how much is lexed behind a licence, to see where its string ends.
const longestString = 4 << 10

// inString reports whether an offset is in a string, such as a template. A string of its own
// between quotes, as for the documentation of a module, does not count.
func inString(l *lex.Language, text []byte, at int) bool {
	if l.Parted() || !bytes.Contains(text[:at], []byte("\n")) {
		return false
	}
	for _, t := range l.Lex(nil, text[:min(len(text), max(longestHeader, at+longestString))]) {
		if int(t.Start) > at {
			return false
		}
		if t.Kind == lex.String && int(t.End) > at {
			before := text[bytes.LastIndexByte(text[:t.Start], '\n')+1 : t.Start]
			return len(bytes.TrimSpace(before)) > 0 || text[t.Start] != '"' && text[t.Start] != '\''
		}
	}
	return false
}
