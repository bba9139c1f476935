package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The licences of all modules in the program are printed, with the text that each has, and those of
// Go and of Linguist.
func TestThirdParty_IsComplete(t *testing.T) {
	heads := map[string]bool{}
	for block := range strings.SplitSeq(thirdParty, "\n"+strings.Repeat("=", 80)+"\n") {
		names, text, ok := strings.Cut(block, "\n"+strings.Repeat("-", 80)+"\n")
		for name := range strings.Lines(names) {
			heads[strings.TrimSpace(name)] = ok && len(text) > 100
		}
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", ".")
		cmd.Env = append(cmd.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr // where go says what it downloads
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsFuncSeq(string(out), func(r rune) bool { return r == '\n' }) {
			if !heads[name] {
				t.Errorf("third-party.txt has no text of %s: run go -C bench run ./thirdparty", name)
				heads[name] = true
			}
		}
	}
	for _, name := range []string{"Go, its standard library and runtime", "tables of languages of GitHub Linguist"} {
		if !heads[name] {
			t.Errorf("third-party.txt has no text of %s", name)
		}
	}
}
