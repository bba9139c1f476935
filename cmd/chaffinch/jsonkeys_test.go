package main

import (
	"cmp"
	"encoding"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/dedup"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/termtable"
	"github.com/chaffinch-search/chaffinch/internal/trees"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// keysPage describes the keys of the JSON output, from the comments of the fields.
const keysPage = "../../docs/json-keys.md"

const keysHead = `# Keys of the JSON output

Made from the comments of the program's types by ` + "`go test ./cmd/chaffinch -run JSON -update`" + `.
[JSON output](json.md) has what holds for all keys. Keys are indented as the objects are nested,
and ` + "`[]`" + ` marks arrays. Names with a capital are [shared objects](#shared-objects). A key has
no explanation if its name says it, or if the last key of that name above means the same.
` + "`content`" + ` is a git blob id, ` + "`warnings`" + ` are possible misreadings.
`

// plain are keys whose names say what they are: on the page, a comment of at most five words adds
// nothing to them.
var plain = regexp.MustCompile(`^(author|bytes|collection|content|count|date|documents|error|file|files|` +
	`indexBytes|language|line|lines|microseconds|name|path|reason|sourceBytes|tokens|warnings|words)$`)

// keyed are the types of the outputs, in the order of the page.
var keyed = []struct {
	commands string
	types    []any
	named    bool // the names of all keys say what they are
}{
	{commands: "search, similar", types: []any{answer.Answer{}, report.Asked{}}},
	{commands: "scan", types: []any{scan.Report{}}},
	{commands: "compare", types: []any{answer.Comparison{}, trees.Result{}}},
	{commands: "pairs", types: []any{pairs.Report{}}},
	{commands: "pairs --min-match", types: []any{pairs.CloneReport{}}},
	{commands: "clusters", types: []any{report.Clusters{}}},
	{commands: "dedup", types: []any{dedup.Report{}}},
	{commands: "index, import", types: []any{index.Report{}}},
	{commands: "stats", types: []any{inspect.IndexStats{}}},
	{commands: "idioms", types: []any{inspect.Idiom{}}},
	{commands: "list", types: []any{listedDocument{}, inspect.CollectionList{}, listedSkip{}}},
	{commands: "check", types: []any{index.CheckReport{}, index.RepairReport{}}},
	{commands: "copy, export", types: []any{index.CopyReport{}}},
	{commands: "boilerplate", types: []any{index.BoilerplateReport{}, listedBoilerplate{}}},
	{commands: "fingerprint", types: []any{inspect.Inspection{}, termtable.Row{}, termtable.Report{}}},
	{commands: "languages", types: []any{inspect.LanguageList{}}, named: true},
	{commands: "version", types: []any{build{}}, named: true},
	{commands: "cache", types: []any{listedCache{}}, named: true},
	{commands: "config", types: []any{listedSetting{}}, named: true},
	{commands: "serve --check-config", types: []any{servedJSON{}}, named: true},
}

func TestJSON_KeysAreOnThePage(t *testing.T) {
	p := keysWriter{t: t, uses: map[reflect.Type]int{}, said: map[string]string{}, packages: map[string]map[string]*ast.TypeSpec{}}
	for _, k := range keyed {
		for _, v := range k.types {
			p.uses[reflect.TypeOf(v)] = 2 // it has a block of its own
			p.count(reflect.TypeOf(v))
		}
	}
	p.b.WriteString(keysHead)
	for _, k := range keyed {
		p.named = k.named
		fmt.Fprintf(&p.b, "\n## %s\n", k.commands)
		for _, v := range k.types {
			of := reflect.TypeOf(v)
			if len(k.types) > 1 {
				fmt.Fprintf(&p.b, "\n%s: %s.\n", of.Name(), p.doc(of))
			}
			p.block(of)
		}
	}
	p.named, p.said = false, map[string]string{}
	p.b.WriteString("\n## Shared objects\n")
	for _, of := range p.shared {
		fmt.Fprintf(&p.b, "\n%s: %s.\n", p.nameOf(of), p.doc(of))
		p.block(of)
	}
	if *update {
		if err := os.WriteFile(keysPage, []byte(p.b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(keysPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != p.b.String() {
		t.Errorf("%s is not up to date: -update writes it\n%s", keysPage, difference(string(page), p.b.String()))
	}
}

// keysWriter writes the keys of types.
type keysWriter struct {
	t        *testing.T
	b        strings.Builder
	uses     map[reflect.Type]int // how many types have fields of the type
	shared   []reflect.Type       // the types with several uses, in the order of the page
	named    bool                 // the names of the keys say what they are
	said     map[string]string    // the last meaning of each key above on the page
	packages map[string]map[string]*ast.TypeSpec
}

// count counts, for the types of a type's fields, the types that use them.
func (p *keysWriter) count(of reflect.Type) {
	seen := map[reflect.Type]bool{}
	for i := range of.NumField() {
		f := of.Field(i)
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous && (key == "" || key == "-") {
			continue
		}
		t := objectOf(f.Type)
		if t == nil || seen[t] {
			continue
		}
		seen[t] = true
		p.uses[t]++
		switch p.uses[t] {
		case 1:
			p.count(t)
		case 2:
			p.shared = append(p.shared, t)
		}
	}
}

// block writes the keys of a type.
func (p *keysWriter) block(of reflect.Type) {
	p.b.WriteString("\n```\n")
	p.rows(of, "")
	p.b.WriteString("```\n")
}

// doc returns the first sentence of a type's comment.
func (p *keysWriter) doc(of reflect.Type) string {
	if p.typeOf(of).Doc == nil {
		p.t.Fatalf("%s has no comment", of)
	}
	doc, _, _ := strings.Cut(p.typeOf(of).Doc.Text(), "\n\n")
	return p.inWords(of, first(doc), of.Name())
}

// rows writes a line for each key, and below it the keys of its object. Keys with one meaning share
// a line.
func (p *keysWriter) rows(of reflect.Type, indent string) {
	above, all := "", "" // the last comment above a field, which may be about further ones, and all of them
	var keys []string
	shared := ""
	var nested reflect.Type // follows the last of the fields that have it
	end := func(meaning string, object reflect.Type) {
		if len(keys) > 0 && (meaning != shared || object != nested) {
			p.row(indent+strings.Join(keys, ", "), shared)
			keys = nil
		}
		if nested != nil && object != nested {
			p.rows(nested, indent+"  ")
		}
		shared, nested = meaning, object
	}
	for _, f := range p.typeOf(of).Type.(*ast.StructType).Fields.List {
		if len(f.Names) == 0 {
			name := fmt.Sprint(f.Type)
			if s, ok := f.Type.(*ast.SelectorExpr); ok {
				name = s.Sel.Name
			}
			embedded, _ := of.FieldByName(name)
			end(noMeaning, nil)
			if p.uses[embedded.Type] == 1 {
				p.rows(embedded.Type, indent)
			} else {
				p.row(indent+"...", "the keys of "+p.nameOf(embedded.Type))
			}
			continue
		}
		if f.Doc != nil {
			above = f.Doc.Text()
			all += above
		}
		for _, n := range f.Names {
			field, _ := of.FieldByName(n.Name)
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if key == "" || key == "-" {
				continue
			}
			meaning := strings.TrimSpace(f.Comment.Text())
			if meaning == "" && f.Doc != nil && !startsWithName.MatchString(above) {
				meaning = first(above)
			}
			if meaning == "" {
				meaning = cmp.Or(sentences(above, n.Name), sentences(all, n.Name))
			}
			if meaning == "" && !p.named && !plain.MatchString(key) {
				p.t.Errorf("%s.%s has no comment: docs/json-keys.md is made from comments", of, n.Name)
			}
			meaning = p.inWords(of, meaning, n.Name)
			above := p.said[key]
			p.said[key] = meaning
			if p.named || meaning == above || plain.MatchString(key) && len(strings.Fields(meaning)) <= 5 {
				meaning = ""
			}
			object := objectOf(field.Type)
			if object != nil && p.uses[object] > 1 {
				meaning = strings.TrimSuffix(p.nameOf(object)+": "+meaning, ": ")
				object = nil
			}
			end(meaning, object)
			if field.Type.Kind() == reflect.Slice {
				key += "[]"
			}
			keys = append(keys, key)
		}
	}
	end(noMeaning, nil)
}

// noMeaning is unlike every meaning of keys, so it ends a row.
const noMeaning = "-"

// row writes keys and their meaning, in lines of at most 100 columns.
func (p *keysWriter) row(keys, meaning string) {
	const column = 24
	line := keys
	for i, word := range strings.Fields(meaning) {
		switch {
		case i == 0:
			line = fmt.Sprintf("%-*s  %s", column-2, line, word)
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > 100:
			p.b.WriteString(line + "\n")
			line = strings.Repeat(" ", column) + word
		default:
			line += " " + word
		}
	}
	p.b.WriteString(line + "\n")
}

// nameOf returns the name of a type, with its package if two shared types have the name.
func (p *keysWriter) nameOf(of reflect.Type) string {
	for _, t := range p.shared {
		if t != of && t.Name() == of.Name() {
			return of.String()
		}
	}
	return of.Name()
}

// objectOf returns the type of the objects that a field has, or nil. Objects by name have one too.
func objectOf(of reflect.Type) reflect.Type {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice || of.Kind() == reflect.Map {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || !isOurs(of) {
		return nil
	}
	return of
}

// isOurs reports whether a type of the program is written by its fields.
func isOurs(of reflect.Type) bool {
	return strings.HasPrefix(of.PkgPath(), module) && !of.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

const module = "github.com/chaffinch-search/chaffinch"

// typeOf returns the declaration of a type.
func (p *keysWriter) typeOf(of reflect.Type) *ast.TypeSpec {
	all := p.packages[of.PkgPath()]
	if all == nil {
		all = map[string]*ast.TypeSpec{}
		p.packages[of.PkgPath()] = all
		files, err := filepath.Glob(filepath.Join("../..", strings.TrimPrefix(of.PkgPath(), module), "*.go"))
		if err != nil {
			p.t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				p.t.Fatal(err)
			}
			for _, d := range file.Decls {
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
					for _, s := range g.Specs {
						t := s.(*ast.TypeSpec)
						if t.Doc == nil {
							t.Doc = g.Doc
						}
						all[t.Name.Name] = t
					}
				}
			}
		}
	}
	if all[of.Name()] == nil {
		p.t.Fatalf("%s is not declared", of)
	}
	return all[of.Name()]
}

var (
	startsWithName = regexp.MustCompile(`^[A-Z]\w*`)
	sentence       = regexp.MustCompile(`(?s)[^.]*(?:\.[^\s][^.]*)*(?:\.\s*|$)`)
	// verbs begin a comment on a field; after a key and a colon they say nothing.
	verbs     = regexp.MustCompile(`^(?:(?:means|reports|says) that |(?:is|are|has|lists|names|says|reports) )`)
	bracketed = regexp.MustCompile(`\[(?:\w+\.)?(\w+)\]`)
	ofOptions = regexp.MustCompile(`\[(?:(\w+)\.)?(\w*Options)(?:\.(\w+))?\](?:\.(\w+))?`)
	ofCommand = inCommand(nil, "")
	// left are the parts of comments for readers of the code: json.md says that arrays are never
	// null.
	left = regexp.MustCompile(`[:;,]? (?:see|as in) (?:\[[\w.]+\]|\w+Options)(?:\.\w+)?|[;,]? ?(?:empty, )?never (?:null|nil)`)
)

// first returns the first sentence of a comment.
func first(text string) string { return strings.TrimSpace(sentence.FindString(text)) }

// sentences returns the sentences of a comment that name a field.
func sentences(text, name string) string {
	word := regexp.MustCompile(`\b` + name + `\b`)
	var all []string
	for _, s := range sentence.FindAllString(text, -1) {
		if word.MatchString(s) {
			all = append(all, strings.TrimSpace(s))
		}
	}
	return strings.Join(all, " ")
}

// inWords returns a comment on a field or type in the words of JSON: keys instead of fields.
func (p *keysWriter) inWords(of reflect.Type, text, name string) string {
	text = left.ReplaceAllString(strings.Join(strings.Fields(text), " "), "")
	if rest, ok := strings.CutPrefix(text, name+" "); ok && !strings.HasPrefix(rest, "and ") {
		text = verbs.ReplaceAllString(rest, "")
	}
	text = ofOptions.ReplaceAllStringFunc(text, func(found string) string {
		m := ofOptions.FindStringSubmatch(found)
		name := m[2] + "." + m[3] + m[4]
		if in := withFlags(name); in != name {
			return in
		}
		return withFlags(cmp.Or(m[1], path.Base(of.PkgPath())) + "." + name)
	})
	text = bracketed.ReplaceAllString(text, "$1")
	for i := range of.NumField() {
		f := of.Field(i)
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
			text = regexp.MustCompile(`(^|[^.\w])`+f.Name+`\b`).ReplaceAllString(text, "${1}"+key)
		}
	}
	return strings.TrimSuffix(withFlags(text), ".")
}

// withFlags returns a comment with the flags of the options that it names.
func withFlags(text string) string {
	all := slices.SortedFunc(slices.Values(option.All()), func(a, b *option.Option) int {
		return cmp.Compare(len(b.Field), len(a.Field)) // so that none hides another
	})
	var names []string
	for _, o := range all {
		names = append(names, o.Field, cmp.Or(ofCommand.Name(o), o.Field))
	}
	return strings.NewReplacer(names...).Replace(text)
}
