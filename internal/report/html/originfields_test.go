package html

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/scan"
)

// leftOut has the fields of an origin that a face of scan leaves out; any are in JSON only.
var leftOut = map[string]string{
	"any":   "LicenseFrom LicenseInFile Looks Skipped Version",
	"text":  "Collection Content Keyed",
	"csv":   "Collection Content Copies Edited Equal Keyed LicenseAround Licenses Versions Votes",
	"sarif": "Author Collection Copies Date Edited Equal Repository Versions Votes",
	"page":  "SWHID Votes",
}

// A field of an origin changes what each face shows, unless leftOut has it.
func TestOrigin_FieldsAreInEachFace(t *testing.T) {
	written := func(write func(io.Writer) error) string {
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	faces := map[string]func(*scan.Report) string{
		"text": func(r *scan.Report) string {
			return written(func(out io.Writer) error { return scans.Text(out, r, scans.TextOptions{All: true, Explain: true}) })
		},
		"csv": func(r *scan.Report) string {
			return written(func(out io.Writer) error { return scans.CSV(out, r) })
		},
		"sarif": func(r *scan.Report) string {
			return written(func(out io.Writer) error { return scans.SARIF(out, r, "1") })
		},
		"page": func(r *scan.Report) string {
			none := func(string) (index.Content, []byte, error) { return index.Content{}, nil, index.ErrHashOnly }
			d, _ := parsed(t, written(func(out io.Writer) error { return WriteScan(t.Context(), out, r, ScanOptions{Source: none}) }))
			text, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		},
	}
	for face, show := range faces {
		omits := strings.Fields(leftOut["any"] + " " + leftOut[face])
		for _, f := range reflect.VisibleFields(reflect.TypeFor[scan.Origin]()) {
			if f.Anonymous || !f.IsExported() || f.Name == "Reading" {
				continue
			}
			shown := false
			for _, root := range []string{"/root", "git+file:///root.git"} {
				plain, other := originReport(root), originReport(root)
				alter(reflect.ValueOf(&other.Findings[0].Origin).Elem().FieldByIndex(f.Index))
				shown = shown || show(plain) != show(other)
			}
			at := slices.Index(omits, f.Name)
			if shown == (at >= 0) {
				t.Errorf("%s shows %s: %v, and leftOut says otherwise", face, f.Name, shown)
			}
			if at >= 0 {
				omits = slices.Delete(omits, at, at+1)
			}
		}
		if len(omits) > 0 {
			t.Errorf("%s leaves out %s, which no origin has", face, omits)
		}
	}
}

// originReport is a report of one finding, of a document below the root.
func originReport(root string) *scan.Report {
	o := scan.Origin{Content: strings.Repeat("0a", 20), Occurrence: index.Occurrence{Root: root, Path: "lib/a.go", Origin: document.Origin{License: "MIT", Date: time.Unix(1e8, 0)}}}
	m := scan.Match{Key: "0-00000001", File: answer.Lines{From: 1, To: 9}, Origin: answer.Lines{From: 3, To: 11}, FileBytes: scan.Bytes{To: 90}, Tokens: 40, Kind: "verbatim", DF: 1}
	f := scan.Finding{File: "a.go", Class: scan.Copy, Status: scan.Undecided, Open: true, Kind: "verbatim", Score: .8, Probability: .9, Tokens: 40, DF: 1, Matches: []scan.Match{m}, Origin: o}
	return &scan.Report{Tree: "tree", Files: []scan.File{{Path: "a.go", Content: strings.Repeat("0b", 20), Lines: 9}}, Findings: []scan.Finding{f}}
}

// alter sets another value.
func alter(v reflect.Value) {
	switch to := v.Addr().Interface().(type) {
	case *string:
		*to = cmp.Or(*to, "https://example.org/") + "x"
	case *document.Reason:
		*to += "x"
	case *int:
		*to += 3
	case *bool:
		*to = !*to
	case *time.Time:
		*to = time.Unix(1e9, 0)
	case *[]string:
		*to = append(*to, "Copyright 2001 A. Writer")
	default:
		panic(fmt.Sprint("an origin has a field of type ", v.Type()))
	}
}
