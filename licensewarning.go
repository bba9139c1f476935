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

// licenseWarnings names the licences of a filter that may be mistyped. They are neither patterns
// nor known identifiers.
func licenseWarnings(f Filter) (all []answer.Warning) {
	if f.License == "" || strings.EqualFold(f.License, answer.UnknownLicense) || strings.Contains(f.License, "*") {
		return nil
	}
	for _, id := range slices.Concat(spdx.Alternatives(f.License)...) {
		if !notice.IsKnown(id) {
			all = append(all, warning.Of(option.UnknownLicense, id))
		}
	}
	return all
}
