package corpus

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

func TestHasFewSigns(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "Permission is hereby granted, free of charge, to any person (see below)\n==========\n": true, filetest.Routine(3): false,
		"def f(self, x):\n\treturn self.g(x)[0]\n": false,
	} {
		if hasFewSigns([]byte(text)) != want {
			t.Errorf("%q: not %t", text, want)
		}
	}
}

func TestIsLicenseName(t *testing.T) {
	for file, want := range map[string]bool{
		"LICENSE": true, "a/COPYING.txt": true, "debian/copyright": true, "x/debian/copyright": true, "usr/share/doc/jekyll/copyright": true,
		"copyright": true, "src/copyright": true, "doc/jekyll/copyright": true, "debian/copyright.py": false, "debian/rules": false,
		"usr/share/doc/copyright": true, "vendor/x/PATENTS": true, "patents.go": false, "LICENSES/dual/Apache-2.0": true, "LICENSES/fn.c": false, "LICENSES/GPL-2.0-only.txt": true, "a/licenses/x.go": false,
	} {
		if IsLicenseName(file) != want {
			t.Errorf("%s: not %t", file, want)
		}
	}
}
