// Package command writes command lines, such as remedies for users of the command.
package command

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/index"
)

// Remedy returns what to do, with its command lines.
func Remedy(r index.Remedy) string {
	does := ""
	switch r.Kind {
	case index.RemedyRepair:
		does = "repair it: "
	case index.RemedyRestore:
		does = "restore the last published state: "
	case index.RemedyFile:
		does = "index it again: "
	}
	if r.Completes {
		does = "run this, which completes it: "
	}
	return does + Lines(r)
}

// Lines returns the command lines of a remedy, or its words if it has none.
func Lines(r index.Remedy) string {
	on := " --index " + Word(r.Index)
	switch r.Kind {
	case index.RemedyCreate:
		return "create one with chaffinch index" + on + " PATH"
	case index.RemedyRepair, index.RemedyRestore:
		return "chaffinch check --repair" + on
	case index.RemedyUpdate:
		return update(on, r.Roots)
	case index.RemedyFile:
		on += " --collection " + Word(r.Roots[0].Collection) + " "
		return "chaffinch remove" + on + Word(r.Files[0]) + "; chaffinch index" + on + Word(r.Roots[0].Path)
	case index.RemedyImport:
		return "chaffinch import" + on + " " + Word(r.Files[0])
	case index.RemedyCopy:
		return "chaffinch copy --index " + Word(r.Files[0]) + " " + Word(r.Index)
	case index.RemedyBoilerplate:
		line := "chaffinch boilerplate add" + on
		for _, file := range r.Files {
			line += " " + Word(file)
		}
		return line
	case index.RemedyRepeat:
		return "unpublished changes are lost: run the last chaffinch index again"
	}
	return r.String()
}

// update returns commands that index the roots, at most three.
func update(on string, roots []index.Root) string {
	const most = 3
	if len(roots) == 0 {
		return "chaffinch index" + on + " FOLDER..."
	}
	var lines []string
	for _, r := range roots[:min(len(roots), most)] {
		line := "chaffinch index" + on
		if r.Collection != index.DefaultCollection(r.Path) {
			line += " --collection " + Word(r.Collection)
		}
		lines = append(lines, line+" "+Word(r.Path))
	}
	text := strings.Join(lines, "; ")
	if n := len(roots) - most; n > 0 {
		text += fmt.Sprintf("; and so on for %d more", n)
	}
	return text
}

// Problems words the remedies of problems.
func Problems(all []index.Problem) {
	for i, p := range all {
		all[i].Do.Text = Remedy(p.Do)
	}
}

// Again words remedies by their command lines.
func Again(all []index.Remedy) {
	for i, r := range all {
		all[i].Text = Lines(r)
	}
}

// Say words the remedies in an error, for a face of package option.
func Say(v any) (string, bool) {
	r, ok := v.(index.Remedy)
	if !ok {
		return "", false
	}
	return Remedy(r), true
}

// Word quotes a word for a shell if necessary.
func Word(s string) string { return word(s, filepath.Separator) }

// word quotes for cmd.exe and PowerShell if paths have backslashes, else for a shell of Unix.
func word(s string, separator rune) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != separator && !strings.ContainsRune("_-+=:,./@%", r)
	}) {
		return s
	}
	if separator == '\\' {
		return `"` + s + `"` // no name of a file has such a quote
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
