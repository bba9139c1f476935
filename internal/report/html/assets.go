//go:build !js

// Not in a browser: the engine makes reports only, so it has fewer assets.

package html

import "embed"

//go:embed assets
var assets embed.FS
