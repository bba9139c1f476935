//go:build !js

package html

import "embed"

//go:embed assets
var assets embed.FS
