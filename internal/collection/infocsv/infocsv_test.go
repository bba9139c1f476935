package infocsv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf16"

	"github.com/chaffinch-search/chaffinch/internal/warning"
)

func TestRead_Columns(t *testing.T) {
	when := time.Date(2024, 2, 29, 11, 30, 5, 0, time.UTC)
	one := map[string]Entry{"a.py": {Author: "Ada Lovelace", Label: "group 1", Date: when}}
	tests := []struct {
		name, csv string
		want      map[string]Entry
	}{
		{"as Dodona writes it", "filename,full_name,id,status,submission_id,name_en,exercise_id,created_at,labels\n" +
			"ex/ada.py,Ada Lovelace,7,correct,99,Echo,5,2024-02-29 12:30:05 +0100,\"x,y\"\n",
			map[string]Entry{"ex/ada.py": {Author: "Ada Lovelace", Label: "x,y", Date: when}}},
		{"file name only", "filename\na.c\nb/\n", map[string]Entry{"a.c": {}, "b": {}}},
		{"byte order mark and CRLF", "\xef\xbb\xbffilename,full_name\r\na.c,René\r\n\"b \"\"1\"\".c\",x", map[string]Entry{
			"a.c": {Author: "René"}, `b "1".c`: {Author: "x"}}},
		{"line break in quotes", "full_name,filename\n\"A\nB\",a.c\n", map[string]Entry{"a.c": {Author: "A\nB"}}},
		{"other order and case", "Label, FILENAME\nx,a.c\n", map[string]Entry{"a.c": {Label: "x"}}},
		{"label before labels", "filename,labels,label\na.c,x,y\nb.c,x,\n", map[string]Entry{
			"a.c": {Label: "y"}, "b.c": {Label: "x"}}},
		{"short, long and empty rows", "filename,full_name,id\na.c\nb.c,B,1,more\n,,\n\n", map[string]Entry{
			"a.c": {}, "b.c": {Author: "B"}}},
		{"given code", "filename,ignored\nt.c,true\nu.c,TRUE\na.c,false\nb.c,\n", map[string]Entry{
			"t.c": {Ignored: true}, "u.c": {Ignored: true}, "a.c": {}, "b.c": {}}},
		{"names of columns as people write them", "File name,Full-Name\na.c,Ann\n", map[string]Entry{"a.c": {Author: "Ann"}}},
		{"semicolons", "filename;full_name\na.c;Byron, Ada\n", map[string]Entry{"a.c": {Author: "Byron, Ada"}}},
		{"tabs", "filename\tfull_name\na.c\tByron, Ada\n", map[string]Entry{"a.c": {Author: "Byron, Ada"}}},
		{"paths", "filename\n./a//b.c\nw\\x.c\nd/../s.zip\n", map[string]Entry{"a/b.c": {}, "w/x.c": {}, "s.zip": {}}},
		{"the same twice", "filename,full_name,label,created_at\na.py,Ada Lovelace,group 1,2024-02-29T11:30:05Z\n" +
			"./a.py,Ada Lovelace,group 1,2024-02-29 12:30:05 +0100\n", one},
		{"no rows", "filename\n", map[string]Entry{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := Read(strings.NewReader(test.csv), "info.csv")
			if err != nil || !maps.EqualFunc(got, test.want, Entry.equal) {
				t.Errorf("got %v, %v, want %v", got, err, test.want)
			}
		})
	}
}

// A date that cannot be read is missing, and so are all of a thousand, with eleven warnings.
func TestRead_BadDates(t *testing.T) {
	text := "filename,full_name,created_at\na.c,Ann,2024-01-01 10:00 +0200\n\"b\nc\",Bob,01/02/2024\nc.c,Cid,2024-01-01 10:00:00 CET\n"
	got, warnings, err := Read(strings.NewReader(strings.ReplaceAll(text, "10:00 +", "10:00:00 +")), "x/info.csv")
	want := []string{
		`x/info.csv, line 3: b` + "\n" + `c has no date: invalid date "01/02/2024": use the form 2024-03-01 17:12:33 +0100 or 2024-03-01`,
		`x/info.csv, line 5: c.c has no date: invalid date "2024-01-01 10:00:00 CET": use the form 2024-03-01 17:12:33 +0100 or 2024-03-01`,
	}
	if err != nil || !slices.Equal(warning.Texts(warnings), want) {
		t.Errorf("%v, %q", err, warnings)
	}
	if got["a.c"].Date.String() != "2024-01-01 08:00:00 +0000 UTC" || got["c.c"] != (Entry{Author: "Cid"}) {
		t.Errorf("%v", got)
	}
	many := "filename,created_at\n"
	for n := range 1000 {
		many += fmt.Sprintf("%d.c,soon\n", n)
	}
	got, warnings, err = Read(strings.NewReader(many), "info.csv")
	if err != nil || len(got) != 1000 || len(warnings) != 11 || warnings[10].Text != "info.csv: 990 more rows have such problems" {
		t.Errorf("%v, %d, %q", err, len(got), warnings)
	}
}

// A row that cannot be read spoils no other one.
func TestRead_BadRows(t *testing.T) {
	tests := []struct{ name, row, want string }{
		{"without a file", " ,X", `line 3: the row is not used: the column "filename" is empty: fill it in`},
		{"outside", "../c.c,X", `line 3: the row is not used: the file "../c.c" is not below the folder`},
		{"absolute", "/c.c,X", "line 3: the row is not used: the file"},
		{"the folder itself", "./,X", "line 3: the row is not used: the file"},
		{"conflict", "./a.c,X", `line 3: the row is not used: "a.c" is also in line 2, with different values`},
		{"bare quote", "c\"c.c,X", "line 3: the row is not used: bare \" in non-quoted"},
		{"open quote", "c.c,\"X", "line 3: the row is not used: extraneous or missing \" in quoted-field"},
		{"open quote below an empty line", "\nc.c,\"X", "line 4: the row is not used"},
		{"broken character", "c.c,\xe9", `line 3: the row is not used: it is not UTF-8: save the table as "CSV UTF-8"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "filename,full_name\na.c,Ann\n" + test.row + "\nb.c,Bób\nd.c,\"Dan \"\"D\"\"\"\n"
			got, warnings, err := Read(strings.NewReader(text), "x/info.csv")
			want := map[string]Entry{"a.c": {Author: "Ann"}, "b.c": {Author: "Bób"}, "d.c": {Author: `Dan "D"`}}
			if err != nil || !maps.EqualFunc(got, want, Entry.equal) {
				t.Errorf("got %v, %v", got, err)
			}
			if len(warnings) != 1 || !strings.HasPrefix(warnings[0].Text, "x/info.csv, "+test.want) {
				t.Errorf("%q, want %s", warnings, test.want)
			}
		})
	}
}

// A quotation mark that is closed lines later makes rows one, and a warning says which.
func TestRead_SwallowedRows(t *testing.T) {
	for text, want := range map[string]string{
		"filename,full_name,label\na.c,\"Ann,1\nb.c,Bob,2\nc.c,Cid\",3\nd.c,Dan,4\n": "x/info.csv, line 2: a value in quotes ends in line 4, so these lines are one row: ",
		"full_name;filename\r\nx;x.c\r\n\"Ann;a.c\r\nBob\";b.c\r\nDan;d.c\r\n":       "x/info.csv, line 3: a value in quotes ends in line 4, ",
		"filename,full_name,\"id\na.c,Ann,1\nb.c,Bob\",2\nd.c,Dan,4\n":               "x/info.csv, line 1: a value in quotes ends in line 3, ",
		"filename,full_name\na\"a.c,x\nb.c,\"Bob\nc.c,Cid\"\nd.c,Dan\n":              "x/info.csv, line 3: a value in quotes ends in line 4, ",
		"filename,full_name\na.c,\"Ann\nBob\"\nd.c,Dan\n":                            "",
	} {
		got, warnings, err := Read(strings.NewReader(text), "x/info.csv")
		if err != nil || got["d.c"].Author != "Dan" {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		if last := strings.Join(warning.Texts(warnings[max(0, len(warnings)-1):]), ""); !strings.HasPrefix(last, want) || (want == "") != (last == "") {
			t.Errorf("%q: %q", text, warnings)
		}
	}
}

// Spreadsheets save tables in several encodings.
func TestRead_Encodings(t *testing.T) {
	wide := func(text string, order binary.AppendByteOrder) string {
		b := order.AppendUint16(nil, 0xfeff)
		for _, unit := range utf16.Encode([]rune(text)) {
			b = order.AppendUint16(b, unit)
		}
		return string(b)
	}
	unicodeText := "filename\tfull_name\r\na.c\tRené\r\n"
	for name, text := range map[string]string{
		"Unicode text": wide(unicodeText, binary.LittleEndian), "big-endian": wide(unicodeText, binary.BigEndian),
		"Windows-1252": "filename;full_name\r\na.c;Ren\xe9\r\n",
	} {
		got, warnings, err := Read(strings.NewReader(text), "info.csv")
		if err != nil || len(warnings) > 0 || len(got) != 1 || got["a.c"].Author != "René" {
			t.Errorf("%s: %v, %q, %v", name, got, warnings, err)
		}
	}
}

func TestRead_Errors(t *testing.T) {
	tests := []struct{ name, csv, want string }{
		{"empty", "", "line 1: it is empty"},
		{"no file names", "Name,id\na.c,1\n", `no "filename" column (found: Name, id): rename`},
		{"open quote", "\"filename\na.c\n", "double every quote"},
		{"binary", "\x00\x01\xff", `no "filename" column`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := Read(strings.NewReader(test.csv), "x/info.csv")
			if got != nil || err == nil || !strings.HasPrefix(err.Error(), "reading x/info.csv, line ") ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, %v, want %s", got, err, test.want)
			}
		})
	}
	broken := errors.New("broken")
	if _, _, err := Read(iotest.ErrReader(broken), "info.csv"); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: got %v", err)
	}
}

func TestRead_Dates(t *testing.T) {
	want := time.Date(2019, 7, 23, 15, 12, 33, 0, time.UTC)
	for _, s := range []string{"2019-07-23 17:12:33 +0200", "2019-07-23 15:12:33 UTC",
		"2019-07-23T15:12:33Z", "2019-07-23T17:12:33+02:00",
		"2019-07-23 17:12:33 +02:00", "2019-07-23 17:12:33+02:00", "2019-07-23 15:12:33", "2019-07-23T15:12:33",
		"2019-07-23T15:12:33.000Z",
		"2019-07-23T17:12:33.000+0200", "23.07.2019 15:12:33", "23.7.2019 15:12:33"} {
		if got, err := date(s); err != nil || !got.Equal(want) {
			t.Errorf("%s: got %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"2019-07-23", "2019-07-23 00:00", "2019-07-23T00:00", "2019-07-23 02:00 +0200", "2019-07-23 02:00 +02:00",
		"2019-07-23T02:00+02:00", "2019-07-23 00:00 UTC", "23.07.2019", "23.7.2019 00:00"} {
		if got, err := date(s); err != nil || !got.Equal(want.Truncate(24*time.Hour)) {
			t.Errorf("%s: got %v, %v", s, got, err)
		}
	}
	if got, err := date(""); err != nil || !got.IsZero() {
		t.Errorf("none: got %v, %v", got, err)
	}
	for _, s := range []string{"yesterday", "2019-02-30", "1563888753", "07/23/2019", "07.23.2019"} {
		if _, err := date(s); err == nil {
			t.Errorf("%s: no error", s)
		}
	}
}

func TestReadFile_Entries(t *testing.T) {
	name := filepath.Join(t.TempDir(), FileName)
	if _, _, err := ReadFile(name); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), name) {
		t.Errorf("none: got %v", err)
	}
	if err := os.WriteFile(name, []byte("filename\na.c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, _, err := ReadFile(name)
	if err != nil || !slices.Equal(slices.Collect(maps.Keys(got)), []string{"a.c"}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("filename,full_name,created_at\na.c,A,2024-01-01\n\"b\",\"x\"\"y\",\n")
	f.Add("\xef\xbb\xbflabel;filename\r\nx;./a/../b\r\n")
	f.Fuzz(func(t *testing.T, csv string) {
		got, _, err := Read(strings.NewReader(csv), "info.csv")
		if (got == nil) != (err != nil) {
			t.Errorf("got %v, %v", got, err)
		}
		for file := range got {
			if clean, err := filePath(file); err != nil || clean != file {
				t.Errorf("key %q", file)
			}
		}
	})
}

func TestReadFile_RefusesOtherFiles(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.csv")
	if err := os.WriteFile(large, []byte("filename\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, largest+1); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{dir: "not a regular file", large: "too many", filepath.Join(dir, "none"): "check the spelling"} {
		if _, _, err := ReadFile(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
