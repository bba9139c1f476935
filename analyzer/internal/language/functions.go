package language

// Functions says how the functions of a language are told: by brackets, indentation and words. The
// zero value means that they are not told.
type Functions struct {
	// Body is what a function's body looks like.
	Body FunctionBody
	// Words are the words after which the name of a function follows: "func fn def".
	Words string
	// Forms are further ways to write a function.
	Forms FunctionForm
	// Ends are the words that end a body, first on a line: "end endfunction". After such a word,
	// one of Words, a name or the end of the line follows. Other keywords make it the end of
	// another statement, such as `end if`.
	Ends string
	// Needs is a word that a body of the kind ToWord has. Without it, a function is only declared.
	Needs string
	// NotNames are words that name no functions, though parentheses follow: "__attribute__".
	NotNames string
}

// FunctionBody is what the body of a function looks like.
type FunctionBody uint8

const (
	// NoFunctions: functions are not told.
	NoFunctions FunctionBody = iota
	// InBraces bodies stand in braces.
	InBraces
	// ByIndent bodies are the lines below that are indented more than the function.
	ByIndent
	// ToWord bodies end with one of [Functions.Ends], on a line that is not indented more than the
	// function.
	ToWord
	// InList functions are lists in parentheses whose first element is one of the words.
	InList
)

// FunctionForm is a set of further ways to write a function.
type FunctionForm uint8

const (
	// Headed: name(...) and a body is a function, without a word before it, outside of other
	// functions.
	Headed FunctionForm = 1 << iota
	// Assigned: the name may stand before, as in `name = function(...)` and `name: (...) => {`.
	Assigned
	// Members: commas separate members, such as `{ f() {...}, g() {...} }`.
	Members
	// Directives: lines that begin with # are no code, and only the first branch of #if counts in a
	// function.
	Directives
	// Messages: methods begin with + or -, as in Objective-C.
	Messages
	// Equals: an equals sign may stand before the body, which is in braces or indented.
	Equals
)

const cNotNames = "__attribute__ __attribute __declspec alignas noexcept throw decltype asm __asm__ requires explicit"

var (
	cFunctions    = Functions{Body: InBraces, Forms: Headed | Directives, NotNames: cNotNames}
	objcFunctions = Functions{Body: InBraces, Forms: Headed | Directives | Messages, NotNames: cNotNames}
	jsFunctions   = Functions{Body: InBraces, Words: "function", Forms: Headed | Assigned | Members}
	headFunctions = Functions{Body: InBraces, Forms: Headed}
	defineLists   = Functions{Body: InList, Words: "define define* define-syntax-rule"}
)

// functionsOf are the functions of the languages by name. Functions of all other languages are not
// told.
var functionsOf = map[string]Functions{
	"Ada":                {Body: ToWord, Words: "procedure function", Ends: "end", Needs: "begin"},
	"Apex":               headFunctions,
	"Awk":                {Body: InBraces, Words: "function func"},
	"C":                  cFunctions,
	"C#":                 {Body: InBraces, Forms: Headed | Directives},
	"C++":                cFunctions,
	"CMake":              {Body: ToWord, Words: "function macro", Ends: "endfunction endmacro"},
	"Clojure":            {Body: InList, Words: "defn defn- defmacro defmethod"},
	"Common Lisp":        {Body: InList, Words: "defun defmacro defmethod define-compiler-macro"},
	"Crystal":            {Body: ToWord, Words: "def macro fun", Ends: "end"},
	"Cuda":               cFunctions,
	"D":                  headFunctions,
	"Dart":               headFunctions,
	"Elixir":             {Body: ToWord, Words: "def defp defmacro defmacrop", Ends: "end"},
	"Emacs Lisp":         {Body: InList, Words: "defun defmacro defsubst cl-defun cl-defmethod cl-defmacro defalias define-inline"},
	"Fortran":            {Body: ToWord, Words: "subroutine function", Ends: "end endsubroutine endfunction"},
	"Fortran Fixed Form": {Body: ToWord, Words: "subroutine function", Ends: "end endsubroutine endfunction"},
	"GLSL":               cFunctions,
	"Go":                 {Body: InBraces, Words: "func"},
	"Groovy":             headFunctions,
	"HLSL":               cFunctions,
	"Hack":               {Body: InBraces, Words: "function"},
	"Java":               headFunctions,
	"JavaScript":         jsFunctions,
	"Julia":              {Body: ToWord, Words: "function macro", Ends: "end"},
	"Kotlin":             {Body: InBraces, Words: "fun"},
	"Lua":                {Body: ToWord, Words: "function", Ends: "end", Forms: Assigned},
	"MATLAB":             {Body: ToWord, Words: "function", Ends: "end endfunction"},
	"Nim":                {Body: ByIndent, Words: "proc func method iterator template macro converter"},
	"Objective-C":        objcFunctions,
	"Objective-C++":      objcFunctions,
	"PHP":                {Body: InBraces, Words: "function"},
	"Pascal":             {Body: ToWord, Words: "procedure function constructor destructor", Ends: "end", Needs: "begin"},
	"Perl":               {Body: InBraces, Words: "sub"},
	"PowerShell":         {Body: InBraces, Words: "function filter"},
	"Python":             {Body: ByIndent, Words: "def"},
	"R":                  {Body: InBraces, Words: "function", Forms: Assigned},
	"Racket":             defineLists,
	"Raku":               {Body: InBraces, Words: "sub method submethod"},
	"Ruby":               {Body: ToWord, Words: "def", Ends: "end"},
	"Rust":               {Body: InBraces, Words: "fn"},
	"Scala":              {Body: InBraces, Words: "def", Forms: Equals},
	"Scheme":             defineLists,
	"Shell":              {Body: InBraces, Words: "function", Forms: Headed},
	"Solidity":           {Body: InBraces, Words: "function modifier"},
	"Swift":              {Body: InBraces, Words: "func"},
	"SystemVerilog":      {Body: ToWord, Words: "function task", Ends: "endfunction endtask"},
	"TypeScript":         jsFunctions,
	"VHDL":               {Body: ToWord, Words: "function procedure", Ends: "end", Needs: "begin"},
	"Verilog":            {Body: ToWord, Words: "function task", Ends: "endfunction endtask"},
	"Vim Script":         {Body: ToWord, Words: "function def", Ends: "endfunction endfunc enddef"},
	"Visual Basic .NET":  {Body: ToWord, Words: "sub function", Ends: "end"},
	"WGSL":               {Body: InBraces, Words: "fn"},
	"Zig":                {Body: InBraces, Words: "fn"},
}

// Functions returns how the functions of the language are told.
func (r *Row) Functions() Functions { return functionsOf[r.Name] }

// FunctionLanguages returns the number of languages whose functions are told.
func FunctionLanguages() int { return len(functionsOf) }
