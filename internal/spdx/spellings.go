package spdx

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Spellings returns an identifier in small letters. Licences of GNU are spelled in two ways:
// GPL-2.0 is GPL-2.0-only, and GPL-2.0+ is GPL-2.0-or-later (SPDX license list 3.0). Exceptions are
// kept.
func Spellings(id string) []string {
	id = strings.ToLower(id)
	id, exception, has := strings.Cut(id, " with ")
	if has {
		exception = " with " + exception
	}
	plain := id
	for _, suffix := range []string{"-only", "-or-later", "+"} {
		plain = strings.TrimSuffix(plain, suffix)
	}
	all := []string{id + exception}
	switch {
	case !ofGNU.MatchString(plain):
	case strings.HasSuffix(id, "-or-later"), strings.HasSuffix(id, "+"):
		all = []string{plain + "+" + exception, plain + "-or-later" + exception}
	default:
		all = []string{plain + exception, plain + "-only" + exception}
	}
	return all
}

// ofGNU matches licences of GNU with a version, in small letters.
var ofGNU = lazyregexp.New(`^(gpl|lgpl|agpl|gfdl)-[0-9.]+$`)
