package report

import "syscall/js"

// JavaScript has the tables of Unicode, so that they are no part of the engine for browsers.

// composed returns the name with composed characters (NFC).
func composed(name string) string { return js.ValueOf(name).Call("normalize", "NFC").String() }

// foldedName is the same for names that differ in case or composition only.
func foldedName(name string) string {
	compatible := js.ValueOf(name).Call("normalize", "NFKC")
	return compatible.Call("toUpperCase").Call("toLowerCase").Call("normalize", "NFKC").String()
}
