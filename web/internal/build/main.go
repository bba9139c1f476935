//go:build ignore

// Command build builds the browser edition: go generate ./web runs it, in the folder web. The build
// tag ignore keeps go install ./... from installing it.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/chaffinch-search/chaffinch/web/internal/build"
)

func main() {
	level := flag.Int("quality", 11, "`LEVEL` of brotli, 0 to 11; 11 takes minutes")
	page := flag.String("page", "dist/index.html.br", "write the page to `FILE`")
	script := flag.String("script", "", "also write the engine as a script to `FILE`, for tests in node")
	flag.Parse()
	if err := build.Web(*level, *page, *script); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}
