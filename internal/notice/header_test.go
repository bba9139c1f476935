package notice

import (
	"strings"
	"testing"
)

// gpl is the short notice that the GPL recommends.
const gpl = `This program is free software; you can redistribute it and/or modify
it under the terms of the GNU General Public License as published by
the Free Software Foundation; either version 2 of the License, or
(at your option) any later version.

This program is distributed in the hope that it will be useful,
but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
GNU General Public License for more details.
`

const apache = `Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
`

const mpl = `This Source Code Form is subject to the terms of the Mozilla Public
License, v. 2.0. If a copy of the MPL was not distributed with this
file, You can obtain one at https://mozilla.org/MPL/2.0/.
`

func TestHeader(t *testing.T) {
	lesser := strings.ReplaceAll(strings.ReplaceAll(gpl, "GNU General", "GNU Lesser General"), "version 2 of", "version 2.1 of")
	lesser = strings.ReplaceAll(lesser, "This program", "This library")
	for _, c := range []struct {
		text, license string
		found         bool
	}{
		{gpl, "GPL-2.0-or-later", true},
		{lesser, "LGPL-2.1-or-later", true},
		{apache, "Apache-2.0", true},
		{mpl, "MPL-2.0", true},
		{gpl + "\nAs a special exception, you may link this unit with others.\n", "", true},
		{gpl + "\n" + mpl, "", true},
		{gpl + "\nAlternatively:\n" + apache, "", true},
		{strings.ReplaceAll(gpl, "General Public", "General\nPublic"), "GPL-2.0-or-later", true},
		{"It is not under the GNU General Public License.\n", "", false},
		{"See the Apache License.\n", "", false},
		{"", "", false},
	} {
		for _, comment := range []string{"", "// ", "# ", " * ", "-- "} {
			text := comment + strings.ReplaceAll(c.text, "\n", "\n"+comment) + "\n\nx = 1\n"
			if license, found := Header([]byte(text), nil); license != c.license || found != c.found {
				t.Errorf("%q: %q, %t, not %q, %t", text[:min(len(text), 60)], license, found, c.license, c.found)
			}
			if _, found := Header([]byte(strings.Repeat("x = 1\n", headSize)+text), nil); found {
				t.Errorf("%q is not in the head", text[:min(len(text), 60)])
			}
			if _, found := Header([]byte(text), func(int) bool { return true }); found {
				t.Errorf("%q in a string counts", text[:min(len(text), 60)])
			}
		}
	}
}
