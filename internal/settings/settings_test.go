package settings

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestParse_ReadsValuesWithTheirLines(t *testing.T) {
	got, err := Parse("x.toml", []byte(`# settings
top = 1_000
search.min-score = 5e-1 # dotted

[boilerplate.add]
"exclude" = [
  "a,b", # kept whole
  'c\d',
]
wait = "30s"
no-ignore = true
max-size = 0x10
[pairs]
base = []
title = """
Fall
"""
`))
	want := []Setting{
		{"", "top", Whole, []string{"1000"}, 2},
		{"search", "min-score", Fraction, []string{"5e-1"}, 3},
		{"boilerplate add", "exclude", List, []string{"a,b", `c\d`}, 6},
		{"boilerplate add", "wait", Text, []string{"30s"}, 10},
		{"boilerplate add", "no-ignore", Bool, []string{"true"}, 11},
		{"boilerplate add", "max-size", Whole, []string{"16"}, 12},
		{"pairs", "base", List, nil, 14},
		{"pairs", "title", Text, []string{"Fall\n"}, 15},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%v\n%v", got, want, err)
	}
	if key := want[2].Key() + " " + want[0].Key(); key != "boilerplate.add.exclude top" {
		t.Error(key)
	}
}

func TestParse_NamesTheLineOfAnError(t *testing.T) {
	for text, want := range map[string]string{
		"top = 1\ntop = 2":                  "2: top is also in line 1: remove one of them",
		"[a]\ntop = 1\n[b]\n[a]\n":          "4: [a] is also in line 1: remove one of them",
		"a.top = 1\n\n[a]\ntop = 2":         "4: a.top is also in line 1: remove one of them",
		"\n[[pairs]]":                       "2: [[pairs]] is a list of tables: write [pairs]",
		"a = 1\nb = { c = 1 }":              "2: b is a value that no flag takes: ",
		"a = [1, 2]":                        "1: a is a value that no flag takes: ",
		"[p]\na = 2024-03-01":               "2: p.a is a value that no flag takes: ",
		"a = [\n\"x\",\n[\"y\"],\n]":        "1: a is a value that no flag takes: ",
		"\n\nmin-score: 0.5":                "3: ",
		"a = 1\nb = \"open\nc = 2":          "2: ",
		"a = 1\nb = ":                       "2: ",
		"a = 1\nb = c/d":                    "2: no value begins so: use text in quotes, ",
		"a = \"\xff\"":                      "1: ",
		"a = " + strings.Repeat("[", 1<<16): "1: ",
	} {
		got, err := Parse("x.toml", []byte(text))
		if wrong := new(Error); !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), "x.toml:"+want) || got != nil {
			t.Errorf("%.60q: %v, %v", text, err, got)
		}
	}
}

func TestFind_ReturnsTheNearest(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b", "c")
	if err := os.MkdirAll(filepath.Join(deep, Name), 0o777); err != nil { // a folder is no file
		t.Fatal(err)
	}
	for _, folder := range []string{"", "a/b"} {
		want := filepath.Join(dir, folder, Name)
		if err := os.WriteFile(want, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := Find(deep); got != want || err != nil {
			t.Errorf("%s, %v, not %s", got, err, want)
		}
	}
}

func TestRead_BoundsTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte(strings.Repeat("\n", maxSize+1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), "larger than 1 MiB") {
		t.Error(err)
	}
}

// No text makes the parser panic, and every setting is in a line of the text.
func FuzzParse(f *testing.F) {
	f.Add([]byte("a = 1\n[b.c]\nd = [\"x\", 'y']\ne.f = 0.5\ng = \"\"\"\nz\"\"\"\n"))
	f.Add([]byte("[[a]]\n\"\" = true\n x = {y = 1}\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := strings.Count(string(text), "\n") + 1
		found, err := Parse("x", text)
		for _, s := range found {
			if s.Line < 1 || s.Line > lines {
				t.Errorf("%q is in line %d of %d", s.Key(), s.Line, lines)
			}
		}
		if wrong := new(Error); errors.As(err, &wrong) && (wrong.Line < 1 || wrong.Line > lines) {
			t.Errorf("the error is in line %d of %d: %v", wrong.Line, lines, err)
		}
	})
}

func TestParse_IgnoresAByteOrderMark(t *testing.T) {
	all, err := Parse(Name, []byte("\ufeffindex = \"x\"\n"))
	if err != nil || len(all) != 1 || all[0].Line != 1 || all[0].Flag != "index" {
		t.Errorf("%+v, %v", all, err)
	}
}
