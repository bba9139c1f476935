//go:build !js

// Not in a browser: its tables would make the engine larger, and JavaScript has them.

package report

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// composed returns the name with composed characters (NFC).
func composed(name string) string { return norm.NFC.String(name) }

// foldedName is the same for names that differ in case or composition only.
func foldedName(name string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name)))
}
