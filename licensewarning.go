//go:build !js

// Not in a browser: the list of licences is large.

package chaffinch

import (
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// warnings names the licences of the expression that may be mistyped: neither a pattern nor a known
// identifier.
func (f Filter) warnings() (all []answer.Warning) {
	if f.License == "" || strings.EqualFold(f.License, unknownLicense) || strings.Contains(f.License, "*") {
		return nil
	}
	for _, id := range slices.Concat(spdx.Alternatives(f.License)...) {
		if !notice.IsKnown(id) {
			all = append(all, warning.Of(option.UnknownLicense, id))
		}
	}
	return all
}
