package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/openpage"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// registerOpen declares the flag to open the page that a command writes.
func registerOpen(flags *pflag.FlagSet, open *bool) {
	flags.BoolVar(open, "open", false, "open the page in a browser")
}

// openPage opens a page that was written. The page is complete without a browser, so a failure is a
// warning.
func openPage(errOut io.Writer, file string) {
	if err := openpage.Open(file); err != nil {
		why := strings.ReplaceAll(err.Error(), "\n", ", ")
		warn(errOut, fmt.Sprintf("%s is written, but no browser opened it: %s", terminal.Safe(file), terminal.Safe(why)))
	}
}
