package main

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSplitCommand(t *testing.T) {
	for command, want := range map[string][]string{
		"chaffinch search --json {}": {"chaffinch", "search", "--json", "{}"},
		`x  'a b' "c 'd'"e ''`:       {"x", "a b", "c 'd'e", ""},
	} {
		if got, err := splitCommand(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", command, got, err, want)
		}
	}
	for _, command := range []string{"", "  ", "a 'b"} {
		if _, err := splitCommand(command); err == nil {
			t.Errorf("%q: no error", command)
		}
	}
}

func TestParseHits(t *testing.T) {
	got, err := parseHits([]byte(`{"stats":{},"hits":[
		{"score":0.9,"occurrences":[{"collection":"go","path":"fmt/print.go"},{"collection":"old","path":"p.go"}]},
		{"score":0.1,"occurrences":[]}]}`))
	want := []answer{
		{Path: "fmt/print.go", Score: 0.9, Same: []string{"go/fmt/print.go", "p.go", "old/p.go"}},
		{Score: 0.1},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	got, err = parseHits([]byte(`{"hits":[
		{"score":1,"aligned":true,"coverage":0.5,"matches":[
			{"question":{"from":1,"to":4},"document":{"from":7,"to":9},"tokens":31,"kind":"edited"}]},
		{"score":1,"coverage":0},
		{"score":1,"aligned":false,"coverage":0,"matches":[]}]}`))
	want = []answer{
		{Score: 1, Evidence: &evidence{0.5, []match{{lineRange{1, 4}, lineRange{7, 9}, 31}}}},
		{Score: 1, Evidence: &evidence{}},
		{Score: 1},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("evidence: got %+v, %v; want %+v", got, err, want)
	}
	for _, data := range []string{"", "{}", "[]", "no"} {
		if _, err := parseHits([]byte(data)); err == nil {
			t.Errorf("%q: no error", data)
		}
	}
	if got, err := parseHits([]byte(`{"hits":[]}`)); err != nil || len(got) != 0 {
		t.Errorf("no hits: %v, %v", got, err)
	}
}

// TestCLIEngine runs this test program as the command.
func TestCLIEngine(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("ORIGIN_TEST_COMMAND", "answer")
	e, err := newCLIEngine("'"+program+"' -test.run=TestCommandHelper -- {}", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := e.Ask("verbatim/0001.go", []byte("package p"))
	if want := []answer{{Path: "0001.go", Score: 9, Same: []string{"c/0001.go"}}}; err != nil || !reflect.DeepEqual(answers, want) {
		t.Errorf("got %+v, %v; want %+v", answers, err, want)
	}
	t.Setenv("ORIGIN_TEST_COMMAND", "fail")
	if _, err := e.Ask("x.go", nil); err == nil || !strings.Contains(err.Error(), "no index") {
		t.Errorf("got %v, want what the command says about its failure", err)
	}
	if err := closeEngine(e); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(e.dir); !os.IsNotExist(err) {
		t.Errorf("the folder of questions is left: %v", err)
	}
}

// TestCommandHelper is no test: it is what TestCLIEngine runs. It answers with the question's
// file name, scored by the length of its content.
func TestCommandHelper(t *testing.T) {
	switch os.Getenv("ORIGIN_TEST_COMMAND") {
	case "answer":
		file := os.Args[len(os.Args)-1]
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := file[strings.LastIndexByte(file, os.PathSeparator)+1:]
		os.Stdout.WriteString(`{"hits":[{"score":` + string('0'+rune(len(content))) +
			`,"occurrences":[{"collection":"c","path":"` + name + `"}]}]}`)
		os.Exit(0)
	case "fail":
		os.Stderr.WriteString("no index here\n")
		os.Exit(3)
	}
}
