// Command thirdparty writes the licences and notices of Go and of the modules that are compiled
// into the program:
//
//	go -C bench run ./thirdparty
//
// It writes cmd/chaffinch/third-party.txt, which chaffinch version --licenses prints. Modules with
// the same text share it.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

func main() {
	if err := write(".."); err != nil {
		fmt.Fprintln(os.Stderr, "thirdparty:", err)
		os.Exit(1)
	}
}

// module is a module with the texts that its copies must have.
type module struct{ name, dir string }

func write(root string) error {
	modules, err := compiledIn(root)
	if err != nil {
		return err
	}
	goroot, err := process.GoRoot()
	if err != nil {
		return err
	}
	modules = append(modules, module{"Go, its standard library and runtime", goroot},
		module{"tables of languages of GitHub Linguist", filepath.Join(root, "analyzer", "internal", "linguist")})
	var texts []string
	users := map[string][]string{} // modules by text
	for _, m := range modules {
		found, err := textsOf(m.dir)
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		for _, t := range found {
			if users[t] == nil {
				texts = append(texts, t)
			}
			users[t] = append(users[t], m.name)
		}
	}
	var b strings.Builder
	b.WriteString("chaffinch is under the Apache License, Version 2.0. The program has the following modules compiled in, each under the\n" +
		"texts below its name. The texts of licences by which it tells them are those of SPDX's list (CC0-1.0).\n")
	for _, t := range texts {
		b.WriteString("\n" + strings.Repeat("=", 80) + "\n" + strings.Join(users[t], "\n") + "\n" + strings.Repeat("-", 80) + "\n" + t + "\n")
	}
	return os.WriteFile(filepath.Join(root, "cmd", "chaffinch", "third-party.txt"), []byte(b.String()), 0o644)
}

// compiledIn returns the modules of the program on all systems, but this one.
func compiledIn(root string) (all []module, err error) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/chaffinch")
		cmd.Dir, cmd.Env = root, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("listing the modules for %s: %w", system, err)
		}
		for line := range strings.Lines(string(out)) {
			name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if m := (module{name, dir}); ok && !slices.Contains(all, m) {
				all = append(all, m)
			}
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// legal matches the names of the files that copies must have.
var legal = regexp.MustCompile(`(?i)^(?:licen[sc]e|copying|notice|copyright|patents)(?:[._-].*)?$`)

// textsOf returns the licences and notices in a folder.
func textsOf(dir string) (texts []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !legal.MatchString(e.Name()) || !e.Type().IsRegular() || filepath.Ext(e.Name()) == ".go" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(content), "\r\n", "\n")))
	}
	if len(texts) == 0 {
		return nil, errors.New("it has no licence")
	}
	return texts, nil
}
