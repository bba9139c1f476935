package importgraph

import (
	"go/ast"
	"go/token"
	"slices"
	"testing"
)

// cuts are the functions that may take the text of an error apart, with the reason.
var cuts = map[string]string{
	"index/disk advised":      "Bleve does not wrap all errors of the system",
	"index/disk openBleve":    "errors of Bleve have several lines",
	"index/disk segments":     "the name of the segment is in a field of its own",
	"internal/option ErrorIn": "package fmt keeps no values of errors",
	"scan explainTOML":        "an error of another package",
	"cmd/chaffinch openPage":  "an error of the system has several lines",
	"cmd/chaffinch runServe":  "an error of the system has several lines",
}

// No logic hangs on the text of an error: errors have types and codes.
func TestTexts_AreNotRead(t *testing.T) {
	used := map[string]bool{}
	eachFile(t, func(dir string, files *token.FileSet, f *ast.File) {
		if isBelow(dir, "bench") || isBelow(dir, "release") || slices.Contains(helpers, dir) {
			return
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			at := dir + " " + fn.Name.Name
			texts := map[string]bool{} // variables with the text of an error
			ast.Inspect(fn, func(n ast.Node) bool {
				if set, ok := n.(*ast.AssignStmt); ok && hasErrorText(set.Rhs[0], nil) {
					if to, ok := set.Lhs[0].(*ast.Ident); ok {
						texts[to.Name] = true
					}
				}
				if call, ok := n.(*ast.CallExpr); ok && readsText(call, texts) {
					if used[at] = true; cuts[at] == "" {
						t.Errorf("%s: %s reads the text of an error: give it a type or a code", files.Position(call.Pos()), at)
					}
				}
				return true
			})
		}
	})
	for at := range cuts {
		if !used[at] {
			t.Errorf("%s does not read the text of an error any more", at)
		}
	}
}

// readsText reports whether a call of strings or a regular expression has the text of an error.
func readsText(call *ast.CallExpr, texts map[string]bool) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !reads[f.Sel.Name] {
		return false
	}
	for _, arg := range call.Args {
		if hasErrorText(arg, texts) {
			return true
		}
	}
	return false
}

// reads are functions of strings and methods of regular expressions that take a text apart.
var reads = map[string]bool{
	"Contains": true, "ContainsAny": true, "Cut": true, "CutPrefix": true, "CutSuffix": true, "Fields": true, "HasPrefix": true, "HasSuffix": true,
	"Index": true, "LastIndex": true, "Replace": true, "ReplaceAll": true, "Split": true, "SplitN": true, "TrimPrefix": true, "TrimSuffix": true,
	"Trim": true, "MatchString": true, "FindString": true, "FindStringSubmatch": true, "ReplaceAllString": true,
}

// hasErrorText reports whether an expression calls a method Error, words an error, or has one of
// the variables with such a text.
func hasErrorText(x ast.Expr, texts map[string]bool) (has bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok {
			has = has || texts[name.Name]
		}
		if call, ok := n.(*ast.CallExpr); ok {
			if f, ok := call.Fun.(*ast.SelectorExpr); ok {
				has = has || f.Sel.Name == "Error" && len(call.Args) == 0 || f.Sel.Name == "ErrorIn"
			}
		}
		return !has
	})
	return has
}
