package build

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// thirdParty has the licences and notices of the modules in the program. The engine is a part of
// the program. go -C bench run ./thirdparty writes it: blocks of names, a line, and a text, with a
// line between blocks.
var thirdParty = filepath.Join("..", "cmd", "chaffinch", "third-party.txt")

// notices returns the licences and notices of the engine's modules, as a comment of JavaScript.
func notices() (string, error) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "./engine")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("listing the modules of the engine: %w", err)
	}
	missing := map[string]bool{"Go, its standard library and runtime": true, "tables of languages of GitHub Linguist": true}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" {
			missing[line] = true
		}
	}
	inEngine := maps.Clone(missing)
	text, err := os.ReadFile(thirdParty)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for block := range strings.SplitSeq(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"+strings.Repeat("=", 80)+"\n") {
		names, license, _ := strings.Cut(block, "\n"+strings.Repeat("-", 80)+"\n")
		used := slices.DeleteFunc(strings.Split(names, "\n"), func(name string) bool { return !inEngine[name] })
		for _, name := range used {
			delete(missing, name)
		}
		if len(used) > 0 {
			fmt.Fprintf(&b, "\n%s:\n\n%s\n", strings.Join(used, "\n"), strings.TrimSpace(license))
		}
	}
	if len(missing) > 0 {
		return "", fmt.Errorf("%s has no text of %s: run go -C bench run ./thirdparty", thirdParty, strings.Join(slices.Sorted(maps.Keys(missing)), ", "))
	}
	if strings.Contains(b.String(), "*/") {
		return "", fmt.Errorf("a text in %s has */, which would end the comment", thirdParty)
	}
	return b.String(), nil
}
