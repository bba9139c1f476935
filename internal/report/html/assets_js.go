package html

import "embed"

// The assets of reports only: the engine in a browser makes no other pages.
//
//go:embed assets/page.html assets/css assets/js assets/shared
var assets embed.FS
