package report

import "syscall/js"

// JavaScript has the tables of Unicode, so that they are no part of the engine for browsers.

// composed returns the name with composed characters (NFC).
func composed(name string) string { return call(name, "normalize", "NFC") }

// foldedName is the same for names that differ in case or composition only.
func foldedName(name string) string {
	compatible := call(name, "normalize", "NFKC")
	return call(call(call(compatible, "toUpperCase"), "toLowerCase"), "normalize", "NFKC")
}

// call calls a method of a text.
func call(text, method string, args ...any) string {
	return js.Global().Get("Object").Invoke(text).Call(method, args...).String()
}
