//go:build !js

// Not in a browser: the list of licences is large.

package chaffinch

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// warnings says that the licence may be mistyped: it is neither a pattern nor a known identifier.
func (f Filter) warnings() []string {
	if f.License == "" || strings.EqualFold(f.License, unknownLicense) || strings.ContainsAny(f.License, "*?[ ") || notice.IsSPDX(f.License) {
		return nil
	}
	return []string{fmt.Sprintf("%s is no identifier of a licence that is known: use one such as GPL-3.0-only, or a pattern such as GPL-*", f.License)}
}
