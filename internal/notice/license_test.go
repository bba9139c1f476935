package notice

import (
	"fmt"
	"strings"
	"testing"
)

// TestRead_ReadsAllTagsOfAText joins all SPDX lines of a licence text, wherever they are.
func TestRead_ReadsAllTagsOfAText(t *testing.T) {
	names := strings.Repeat("Ann Lee wrote a part of it.\n", 300)
	tags := func(all ...string) (text string) {
		for _, id := range all {
			text += "SPDX-License-Identifier: " + id + "\n" + names
		}
		return text
	}
	var many []string
	for i := range mostLicenses + 1 {
		many = append(many, fmt.Sprintf("LicenseRef-%d", i))
	}
	for text, want := range map[string]string{
		tags("MIT"):                 "MIT",
		tags("MIT", "GPL-3.0-only"): "MIT AND GPL-3.0-only",
		tags("Apache-2.0 OR ISC", "ISC", "MIT", "ISC", "Apache-2.0 OR ISC", "MIT", "MIT", "ISC", "BSD-3-Clause"): "(Apache-2.0 OR ISC) AND ISC AND MIT AND BSD-3-Clause",
		tags("MIT", "Acme or so"): "",
		tags(many...):             "",
	} {
		n, ok := Read("LICENSE", []byte(text), Recognise)
		if !ok || n.License != want {
			t.Errorf("%.60q is %q, want %q", text, n.License, want)
		}
		if own := new(Heads).Own([]byte(text), true, false, nil); !own.Stated || own.License != want {
			t.Errorf("%.60q has %q itself, want %q", text, own.License, want)
		}
	}
}
