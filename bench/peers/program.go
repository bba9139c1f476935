package main

import (
	"debug/buildinfo"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// program is one that is measured.
type program struct {
	name, path string
	// versionArg has it print its version. It is empty for a Go program that has no such flag.
	versionArg string
	// args are for reading files, all below the folder, and writing only below out.
	args func(files []string, folder, out string) []string
	// counts tells what a run did from what it printed, and wrote below out.
	counts func(printed, out string) (counts, error)
	// nothing is the exit status that says that nothing was found, besides 0.
	nothing int
}

// counts are how many files a program says that it read, and how many pairs or passages it reports.
type counts struct{ files, reported int }

// job is what several programs do, chaffinch first.
type job struct {
	name     string
	programs []program
}

// jobs returns all that can be compared.
func jobs(own string, paths map[string]string) []job {
	return []job{{"index", []program{
		{"chaffinch", own, "", indexArgs, countIndex, 0},
		{"zoekt", paths["zoekt"], "", zoektArgs, countZoekt, 0},
	}}, {"pairs", []program{
		{"chaffinch", own, "", pairsArgs, countPairs, 1},
		{"jscpd", paths["jscpd"], "--version", jscpdArgs, countJscpd, 0},
		{"Dolos", paths["Dolos"], "--version", dolosArgs, countDolos, 0},
	}}}
}

// find returns the jobs for which there is a peer, with those programs that are there. It writes a line
// for each peer: its version, or that it is left out.
func find(paths map[string]string, own string, out io.Writer) []job {
	var found []job
	for _, j := range jobs(own, paths) {
		j.programs = slices.DeleteFunc(j.programs, func(p program) bool { return !p.isThere(out) })
		if len(j.programs) > 1 {
			found = append(found, j)
		}
	}
	return found
}

func (p program) isThere(out io.Writer) bool {
	if p.path == "" {
		fmt.Fprintf(out, "%s: left out\n", p.name)
		return false
	}
	path, err := exec.LookPath(p.path)
	if err != nil {
		fmt.Fprintf(out, "%s: left out, as there is no %s: install it, or name it with a flag\n", p.name, p.path)
		return false
	}
	if p.name != "chaffinch" {
		fmt.Fprintf(out, "%s: %s\n", p.name, version(path, p.versionArg))
	}
	return true
}

// version returns the first line that the program prints when it is asked for its version, or what its
// build says of it; without either its path.
func version(path, arg string) string {
	if arg == "" {
		if info, err := buildinfo.ReadFile(path); err == nil {
			return info.Main.Version
		}
		return path
	}
	said, err := exec.Command(path, arg).Output()
	if err != nil {
		return path
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
	return line
}

func indexArgs(_ []string, folder, out string) []string {
	return []string{"index", "--generated", "--minified", "--no-ignore", "--index", out, folder}
}

func pairsArgs(_ []string, folder, out string) []string {
	return []string{"pairs", "--generated", "--minified", "--no-ignore", "-o", filepath.Join(out, "pairs.tsv"), folder}
}

func zoektArgs(_ []string, folder, out string) []string {
	return []string{"-index", out, "-disable_ctags", folder}
}

func jscpdArgs(_ []string, folder, out string) []string {
	return []string{"--reporters", "json", "--output", out, "--no-gitignore",
		"--max-size", "4mb", "--max-lines", "10000000", folder}
}

// dolosArgs names every file, as Dolos reads no folders.
func dolosArgs(files []string, _, out string) []string {
	args := []string{"run", "--output-format", "csv", "--output-destination", filepath.Join(out, "report")}
	return append(args, files...)
}
