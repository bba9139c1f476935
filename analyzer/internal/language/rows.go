// Package language holds the languages as data: a [Row] for each, in the file of its family.
// Package lex compiles rows into scanners. Package detect reads their keywords, operators and
// comments. The package is internal because rows may change; names, tokens and hashes may not.
package language

import (
	"slices"
	"strings"
	"sync"
)

// Rows returns the rows of all languages. They are shared and must not be changed.
func Rows() []*Row { return pointers() }

// pointers does not copy the rows: they have 100 kB.
var pointers = sync.OnceValue(func() (all []*Row) {
	for _, rows := range [][]Row{
		buildRows, businessRows, cRows, dataRows, dotnetRows, functionalRows, graphicsRows, hackOf(webRows),
		hardwareRows, infraRows, jvmRows, lispRows, {scannerOf("JFlex", "Java", jvmRows), scannerOf("Lex", "C", cRows)}, scientificRows, scriptingRows, systemsRows, withHosts(templateRows), textRows, webRows,
	} {
		for i := range rows {
			all = append(all, &rows[i])
		}
	}
	return all
})

// Text holds the names of prose, which package lex reads without a row.
var Text = &Row{Name: "Text", Aliases: "prose plain txt restructuredtext rst"}

// Parted holds the names of formats whose documents consist of parts in other languages. Package
// parts takes them apart. They are never guessed as languages.
var Parted = []*Row{
	{Name: "Markdown", Aliases: "md", Linguist: "RMarkdown, MDX", ByName: true},
	{Name: "Diff", Aliases: "patch", ByName: true},
	{Name: "Jupyter Notebook", Aliases: "notebook ipynb", ByName: true},
	{Name: "E-mail", Aliases: "mail email eml", ByName: true},
	{Name: "Listing", ByName: true},
	{Name: "HTML Page", ByName: true},
	{Name: "Marked Lines", ByName: true},
}

// ByName returns the row with the name, alias or dialect, in any case, or nil.
func ByName(name string) *Row { return byName()[strings.ToLower(name)] }

var byName = sync.OnceValue(func() map[string]*Row {
	index := map[string]*Row{}
	for _, r := range slices.Concat([]*Row{Text}, Rows(), Parted) {
		for _, name := range r.names() {
			if index[name] == nil {
				index[name] = r
			}
		}
	}
	// The name of a language takes precedence over an alias of another.
	for _, r := range Rows() {
		index[strings.ToLower(r.Name)] = r
	}
	return index
})

// names returns all names of a language in lower case, its own first.
func (r *Row) names() []string {
	names := append([]string{strings.ToLower(r.Name)}, strings.Fields(r.Aliases)...)
	return append(names, r.Dialects()...)
}
