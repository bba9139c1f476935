//go:build !js

// Not in a browser: the list of licences is large.

package chaffinch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// warnings names the licences of the expression that may be mistyped: neither a pattern nor a known identifier.
func (f Filter) warnings() (all []string) {
	if f.License == "" || strings.EqualFold(f.License, unknownLicense) || strings.Contains(f.License, "*") {
		return nil
	}
	for _, id := range slices.Concat(spdx.Alternatives(f.License)...) {
		if !notice.IsKnown(id) {
			all = append(all, fmt.Sprintf("%s is no identifier of a licence that is known: use one such as GPL-3.0-only, or a pattern such as GPL-*", id))
		}
	}
	return all
}
