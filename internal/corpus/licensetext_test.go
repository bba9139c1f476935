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

// Code in languages with few signs is not the text of a licence, whatever its name.
func TestIsLicense_IsNotCode(t *testing.T) {
	const terms = "Redistribution and use in source and binary forms, with or without modification, are\n" +
		"permitted provided that the following conditions are met: redistributions of source\ncode must retain the above copyright notice.\n"
	for text, want := range map[string]bool{
		terms: true,
		"NOTICE of Widgets 2.1\n\nCopyright (c) 2019-2024 Ann Poe <ann@poe.org>\nCopyright (c) 2021 Bob Roe (bob@roe.org)\n" +
			"Copyright (c) 2022 Cy Doe (cy@doe.org)\nCopyright (c) 2023 Di Moe (di@moe.org)\n" + terms: true,
		"window = parent.window.current\nwidth = window.width - border.width\nheight = window.height - border.height\n" +
			"if width < minimum.width\n  width = minimum.width\n  warnings.append \"the window is narrow\"\nend\nreturn width, height\n": false,
		"position = reader.position\nelement = reader.element\nelement = element.parent unless element.complete?\n" +
			"length = element.length - position\nif length.zero?\n  raise \"the element is empty\"\nend\nreader.position = position + length\n": false,
		"directory=`dirname $script`\ntest -d $directory || exit 1\nversion=`cat $directory/version.txt`\n" +
			"for package in alpha beta gamma\ndo\n  echo building the package named $package\n  build --quiet $directory/$package\n  status=$?\ndone\nexport directory version status\n": false,
	} {
		if IsLicense("x/NOTICE", []byte(text)) != want {
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
