package report

import "syscall/js"

// JavaScript has the Unicode tables, so the engine for browsers does not contain them.

// composed returns the name with composed characters (NFC).
func composed(name string) string { return method("normalize", name, "NFC") }

// foldedName is the same for names that differ in case or composition only.
func foldedName(name string) string {
	return method("normalize", method("toLowerCase", method("toUpperCase", method("normalize", name, "NFKC"))), "NFKC")
}

// method calls a method of String of JavaScript.
func method(name, of string, args ...any) string {
	return js.Global().Get("String").Get("prototype").Get(name).Call("call", append([]any{of}, args...)...).String()
}
