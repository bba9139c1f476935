package language

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Languages without a row. Some are so close to a language with one that its row reads them:
// comments and strings have the same marks, and most keywords are the same. As text, a renamed copy
// in them would hide.

// closest lists, by the name of a row, linguist's names of such languages. Unlike Row.Linguist they
// count only for names and extensions that no row has: .fs is F#, although GLSL and Forth have it,
// too.
var closest = map[string]string{
	"C": `C3, GDShader, ISPC, LSL, AL, OpenSCAD, P4, Pawn, Pike, Promela, Ragel, ShaderLab, SourcePawn, Stan,
		Bison, Yacc, eC, nesC`,
	"C#":                "Uno, Vala",
	"C++":               "HIP, MQL4, MQL5, Slang",
	"Clojure":           "Fennel, Hy",
	"Common Lisp":       "CLIPS, LFE, NewLisp, PDDL",
	"Haskell":           "Agda, Curry, Frege",
	"Java":              "AIDL, ANTLR, AspectJ, Processing",
	"Java Server Pages": "FreeMarker",
	"JavaScript":        "ActionScript, AngelScript, Cycript, Glimmer JS, Jsonnet, QML, Squirrel, Wren",
	"Lua":               "MoonScript, Teal",
	"OCaml":             "CameLIGO, F*",
	"Pascal":            "Oxygene",
	"Prolog":            "ECLiPSe, Logtalk",
	"Python":            "Boo, GDScript, Genie, Mojo, Nasal, Snakemake, Vyper, Xonsh",
	"Rust":              "Cairo, Move, Noir, Sway",
	"SQL":               "PigLatin, SurrealQL",
	"Scheme":            "SMT, Tree-sitter Query",
	"Swift":             "Cadence, Motoko",
	"SystemVerilog":     "Bluespec, TL-Verilog",
	"TypeScript":        "Glimmer TS, Haxe",
	"Visual Basic .NET": "Brightscript, BrighterScript, FreeBASIC, Monkey, QuickBASIC, REALbasic, Xojo",
}

// Close returns the row that reads a language without a row of its own. Case does not matter; nil
// if none does.
func Close(name string) *Row { return closeByName()[strings.ToLower(name)] }

// ClosestNames returns the names, in lower case, that [Close] takes, sorted.
func ClosestNames() []string { return slices.Sorted(maps.Keys(closeByName())) }

var closeByName = sync.OnceValue(func() map[string]*Row {
	index := map[string]*Row{}
	for row, names := range closest {
		for name := range strings.SplitSeq(names, ",") {
			index[strings.ToLower(strings.TrimSpace(name))] = ByName(row)
		}
	}
	return index
})
