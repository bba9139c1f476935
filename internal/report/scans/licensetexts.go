package scans

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
	"github.com/chaffinch-search/chaffinch/scan"
)

// LicenseTexts are the texts of licences that stand where the licences of origins are stated. The
// zero value has none.
type LicenseTexts struct {
	at    map[licensePlace][]licenseFile
	heads map[string]headText // of documents, by their content
}

// headText is a licence text at the head of a document, or a head that is not understood.
type headText struct{ text, license string }

// pointsTo reports whether a head that is not understood names a file, which may have its terms.
func (h headText) pointsTo(file string) bool {
	return h.license == "" && strings.Contains(h.text, path.Base(file))
}

// headOf returns the text at the head of a source that has the stated licence. If the head says
// that the notice is in the last comment, it returns that text.
func headOf(source, license string) (h headText) {
	h.text, h.license = notice.HeadText([]byte(source), license == "")
	if last := strings.LastIndex(source, "/*"); last > 0 && license != "" && h.license != license {
		if text, is := notice.HeadText([]byte(source[last:]), false); is == license {
			return headText{text, is}
		}
	}
	return h
}

// licensePlace is a folder of a source.
type licensePlace struct{ root, folder string }

// licenseFile is a file with a licence, at one time.
type licenseFile struct {
	index.Occurrence
	text string // once it is read
}

// mostLicenseFiles bounds the texts of a folder.
const mostLicenseFiles = 20

// licensePlaces returns the folder that states a document's licence, and folders above. It returns
// nothing if none states it.
func licensePlaces(o scan.Origin) (all []licensePlace) {
	if o.LicenseFrom == "" {
		return nil
	}
	folder := notice.Folder(o.LicenseFrom)
	for all = append(all, licensePlace{o.Root, folder}); folder != "" && !strings.HasPrefix(folder, ".."); {
		folder = folder[:max(strings.LastIndexByte(folder, '/'), 0)]
		all = append(all, licensePlace{o.Root, folder})
	}
	return all
}

// ReadLicenseTexts reads the licence texts of the origins of copies. It reads them from the index
// or, if it does not have them, from their folders. Texts that are gone are left out. Errors come
// from reading the index and from ctx.
func ReadLicenseTexts(ctx context.Context, r *scan.Report, state index.State) (LicenseTexts, error) {
	t := LicenseTexts{map[licensePlace][]licenseFile{}, map[string]headText{}}
	roots := map[string]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.IsForeign() {
			continue
		}
		for _, at := range licensePlaces(f.Origin) {
			t.at[at], roots[at.root] = nil, true
		}
		for _, at := range noticePlaces(f.Origin) {
			t.at[at], roots[at.root] = nil, true
		}
		if _, known := t.heads[f.Origin.Content]; known || !f.Origin.LicenseInFile {
			continue
		}
		_, source, err := index.SourceOf(ctx, state, f.Origin.Content)
		if err != nil && !errors.Is(err, index.ErrSourceGone) && !errors.Is(err, index.ErrUnknownContent) {
			return t, err
		}
		t.heads[f.Origin.Content] = headOf(readable(source), f.Origin.License)
	}
	for root := range roots {
		err := state.Occurrences(ctx, index.Where{Root: root}, func(o index.Occurrence) error {
			for _, folder := range slices.Compact([]string{notice.Folder(o.Path), cmp.Or(notice.OfPart(o.Path), notice.Folder(o.Path))}) {
				at := licensePlace{root, folder}
				if all, wanted := t.at[at]; wanted && notice.IsText(o.Path) {
					t.at[at] = append(all, licenseFile{Occurrence: o})
				}
			}
			return nil
		})
		if err != nil {
			return t, err
		}
	}
	for at, all := range t.at {
		slices.SortFunc(all, func(x, y licenseFile) int { return cmp.Or(partsLast(x, y), x.Compare(y.Occurrence)) })
		all = slices.CompactFunc(all, func(x, y licenseFile) bool { return x.Path == y.Path && x.Content == y.Content })
		read := all[:0]
		for _, f := range all[:min(len(all), mostLicenseFiles)] {
			_, text, err := index.SourceOf(ctx, state, f.Content)
			if err != nil && !errors.Is(err, index.ErrSourceGone) && !errors.Is(err, index.ErrUnknownContent) {
				return t, err
			}
			if f.text = readable(text); f.text != "" {
				read = append(read, f)
			}
		}
		if t.at[at] = read; len(read) == 0 {
			t.at[at] = readFolder(at)
		}
	}
	return t, nil
}

// readFolder reads the licence texts in a folder of this machine, and of a wheel all in licenses.
func readFolder(at licensePlace) (all []licenseFile) {
	folder := filepath.Join(at.root, filepath.FromSlash(at.folder))
	entries, err := os.ReadDir(folder) // of other roots, such as archives and repositories, there is none
	if err != nil {
		return nil
	}
	for _, e := range entries {
		file := path.Join(at.folder, e.Name())
		if e.IsDir() && strings.Contains(file, ".dist-info/licenses") {
			all = append(all, readFolder(licensePlace{at.root, file})...)
			continue
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > notice.MostSize || !notice.IsText(file) || len(all) == mostLicenseFiles {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if readable := readable(text); err == nil && readable != "" {
			all = append(all, licenseFile{index.Occurrence{Path: file}, readable})
		}
	}
	slices.SortStableFunc(all, partsLast)
	return all[:min(len(all), mostLicenseFiles)]
}

// partsLast compares texts: texts of parts of a wheel come after the wheel's own text.
func partsLast(x, y licenseFile) int {
	return cmp.Compare(notice.OfPart(x.Path), notice.OfPart(y.Path))
}

// readable returns a text in UTF-8, with line feeds, or "" if it is not text.
func readable(text []byte) string {
	if len(text) > notice.MostSize {
		return ""
	}
	return strings.ReplaceAll(string(corpus.Decode(text).UTF8), "\r\n", "\n")
}

// licenseText is a text that a component needs.
type licenseText struct {
	license string // the licence; empty if unknown
	from    string // the path of the file; empty for a text of SPDX's list
	text    string
}

// of returns the licence texts of a component: first its own. For its other licences, these are
// texts that stand above or at the head of a document, or else of SPDX's list. missing are licences
// without any text.
func (t LicenseTexts) of(c *component) (texts []licenseText, missing []string) {
	var needed []string
	for _, l := range c.licenses() {
		needed = append(needed, operands(l.license)...)
	}
	has, inOthers, inParts := map[string]bool{}, map[string]bool{}, map[string]bool{} // texts of their own, in texts of several, and of parts
	isAdded := func(file licenseFile) bool {
		return slices.ContainsFunc(texts, func(x licenseText) bool { return x.text == file.text })
	}
	add := func(file licenseFile, is string, wanted func(is []string) bool) {
		ids := operands(is)
		if isAdded(file) || !wanted(ids) {
			return
		}
		for _, id := range ids {
			if notice.OfPart(file.Path) != "" { // other parts may have the same licence, and other holders
				inParts[id] = true
				continue
			}
			has[id] = has[id] || isWhole(file.text, id)
			for _, n := range needed {
				has[n] = has[n] || isVersionOf(id, n)
			}
		}
		texts = append(texts, licenseText{is, file.Path, file.text})
	}
	isNeeded := func(is []string) bool {
		return slices.ContainsFunc(is, func(id string) bool {
			return slices.ContainsFunc(needed, func(n string) bool { return (n == id || isVersionOf(id, n)) && !has[n] })
		})
	}
	for _, above := range []bool{false, true} {
		for _, f := range c.findings {
			for i, at := range licensePlaces(f.Origin) {
				if isAbove := i > 0 || !c.holds(at.folder); isAbove != above {
					continue
				}
				for _, file := range current(t.at[at], f.Origin) {
					ofPart := notice.OfPart(file.Path) != ""
					inList := path.Base(path.Dir(file.Path)) == notice.TextsFolder || f.Origin.LicenseInFile || ofPart // which may be another
					named := operands(spdx.And(notice.Named(notice.Unbundled([]byte(file.text)))...))
					is := notice.Recognise([]byte(file.text))
					add(file, is, func(is []string) bool {
						if ofPart && slices.ContainsFunc(slices.Concat(is, named), func(id string) bool { return inOthers[id] }) {
							return false
						}
						return t.heads[f.Origin.Content].pointsTo(file.Path) || !above && (!inList || len(is) == 0 && isNeeded(named)) || isNeeded(is)
					})
					if !above && !ofPart && isAdded(file) {
						for _, id := range named { // it has several
							inOthers[id] = inOthers[id] || is == ""
						}
					}
				}
			}
		}
	}
	for _, f := range c.findings {
		if h := t.heads[f.Origin.Content]; h.text != "" {
			add(licenseFile{index.Occurrence{Path: f.Origin.Path}, h.text}, h.license, func(is []string) bool { return h.license == "" || isNeeded(is) })
		}
	}
	for _, id := range needed {
		if has[id] || inOthers[id] || inParts[id] {
			continue
		}
		has[id] = true
		if text := notice.Text(id); text != "" {
			texts = append(texts, licenseText{id, "", text})
		} else {
			missing = append(missing, id)
		}
	}
	for _, f := range c.findings {
		for _, at := range noticePlaces(f.Origin) {
			for _, file := range current(t.at[at], f.Origin) {
				if isNotice(file.Path) && !isAdded(file) {
					texts = append(texts, licenseText{"", file.Path, file.text})
				}
			}
			if len(t.at[at]) > 0 { // what stands above is about other works
				break
			}
		}
	}
	return texts, missing
}

// noticePlaces returns the folders that may have the NOTICE of a document: Apache-2.0, section
// 4(d), asks for it, whatever states the licence.
func noticePlaces(o scan.Origin) (all []licensePlace) {
	if !slices.Contains(operands(o.License), "Apache-2.0") {
		return nil
	}
	for folder := path.Dir(o.Path); folder != "." && folder != "/" && path.Base(folder) != "node_modules" && path.Base(folder) != "site-packages"; folder = path.Dir(folder) {
		all = append(all, licensePlace{o.Root, folder})
	}
	if !strings.Contains("/"+o.Path, "/node_modules/") && !strings.Contains("/"+o.Path, "/site-packages/") {
		all = append(all, licensePlace{o.Root, ""})
	}
	if places := licensePlaces(o); len(places) > 0 {
		all = append(all, places[0])
	}
	component, _ := o.Component()
	return slices.DeleteFunc(all, func(at licensePlace) bool {
		return component != "" && at.folder != component && !strings.HasPrefix(at.folder, component+"/")
	})
}

// isNotice reports whether a file is a NOTICE, by its path.
func isNotice(file string) bool {
	base := strings.ToUpper(path.Base(file))
	return strings.TrimSuffix(base, path.Ext(base)) == "NOTICE"
}

// isWhole reports whether a text has the terms of a licence, and does not only name it.
func isWhole(text, id string) bool { return 2*len(text) >= len(notice.Text(id)) }

// isVersionOf reports whether a licence is a version of another without a version, as libpng-2.0 of
// Libpng.
func isVersionOf(id, name string) bool {
	return len(id) > len(name)+1 && strings.EqualFold(id[:len(name)], name) && id[len(name)] == '-' && '0' <= id[len(name)+1] && id[len(name)+1] <= '9'
}

// holds reports whether a folder is in the component, if that is a folder. A project's texts above
// vendor/x may not apply to x.
func (c *component) holds(folder string) bool {
	return c.folder == "" || folder == c.folder || strings.HasPrefix(folder, c.folder+"/")
}

// current returns the files as they were when a document was published: of each path the last
// before, or else the first.
func current(all []licenseFile, o scan.Origin) (files []licenseFile) {
	for _, f := range all {
		n := len(files)
		if n == 0 || files[n-1].Path != f.Path {
			files = append(files, f)
			continue
		}
		last, later := files[n-1].Date, f.Date.After(o.Date)
		if last.After(o.Date) && f.Date.Before(last) || !later && (last.After(o.Date) || f.Date.After(last)) {
			files[n-1] = f
		}
	}
	return files
}

// operands returns the identifiers of licences and exceptions in an expression. They are named as
// in the list of texts: GPL-2.0-or-later is GPL-2.0.
func operands(expression string) (all []string) {
	for _, alternative := range spdx.Alternatives(expression) {
		for _, with := range alternative {
			for id := range strings.SplitSeq(with, " WITH ") {
				id = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(id, "-only"), "-or-later"), "+")
				if id != "" && !slices.Contains(all, id) {
					all = append(all, id)
				}
			}
		}
	}
	return all
}
