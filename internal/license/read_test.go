package license

import (
	"strings"
	"testing"
)

// said returns what a head says, in short: ? is unknown, ~ a family, and in a file.
func said(text string) string {
	s, ok := Read([]byte(text), Anywhere)
	switch {
	case !ok:
		return ""
	case s.Family != "":
		return "~" + s.Family
	case s.File != "":
		return "in " + s.File
	case s.License == "":
		return "?"
	}
	return s.License
}

func TestRead(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"Copyright (c) Z Corporation. All rights reserved.\nLicensed under the MIT License. See License.txt in the project root for license information.", "MIT"},
		{"Copyright 2019 Some Artist. This code is licensed under Creative Commons Attribution-NonCommercial 4.0 (CC BY-NC 4.0).", "CC-BY-NC-4.0"},
		{"Copyright (c) 2010 Y Corp. and others. This program and the accompanying materials are made available under the terms of the\n Eclipse Public License v1.0 which accompanies this distribution.", "EPL-1.0"},
		{"Dual licensed under the MIT or GPL Version 2 licenses.", "MIT OR GPL-2.0-only"},
		{"Released under the GNU GPL v3 license", "GPL-3.0-only"},
		{"Copyright 2009 The Go Authors. All rights reserved.\n Use of this source code is governed by a BSD-style\n license that can be found in the LICENSE file.", "~BSD"},
		{"Copyright 2020 X. All rights reserved.", "?"},
		{"Copyright 2020 X.", ""},
		{"Proprietary and confidential", "?"},
		{"Distributed under the Boost Software License, Version 1.0. (See accompanying file LICENSE_1_0.txt or copy at http://www.boost.org/LICENSE_1_0.txt)", "BSL-1.0"},
		{"This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2, or (at your option) any later version.\n\nThis program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for more details.\n\nYou should have received a copy of the GNU General Public License along with this program; if not, write to the Free Software Foundation, Inc., 59 Temple Place, Suite 330, Boston, MA 02111-1307 USA", "GPL-2.0-or-later"},
		{"Licensed under the Apache License, Version 2.0 (the \"License\");\nyou may not use this file except in compliance with the License.\nYou may obtain a copy of the License at\n\n    http://www.apache.org/licenses/LICENSE-2.0\n\nUnless required by applicable law or agreed to in writing, software\ndistributed under the License is distributed on an \"AS IS\" BASIS,\nWITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.\nSee the License for the specific language governing permissions and\nlimitations under the License.", "Apache-2.0"},
		{"SPDX parser for expressions such as MIT", ""},
		{"modify it under the terms of the GNU Lesser General Public\nLicense as published by the Free Software Foundation, version 2.1\nexclusively.", "LGPL-2.1-only"},
		{"Licensed under the GPL version 2 exclusively for members.", "?"},
		{"GPL v2 License\n\nThis program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.", "GPL-2.0-or-later"}, {"GPL v2 only\n\nThis program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.", "?"}, {"GPL v3 License\n\nThis program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.", "?"}, {"LGPL v2 License\n\nThis program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.", "?"},
		{"MIT License", "MIT"},
		{"@license MIT", "MIT"},
		{"License: GPLv2+", "GPL-2.0-or-later"},
		{"License: GPL (>= 2)", "GPL-2.0-or-later"},
		{"License: LGPL (>= 2.1)", "LGPL-2.1-or-later"},
		{"This Source Code Form is subject to the terms of the Mozilla Public\nLicense, v. 2.0. If a copy of the MPL was not distributed with this\nfile, You can obtain one at http://mozilla.org/MPL/2.0/.", "MPL-2.0"},
		{"Licensed under the MIT license, but not for commercial use.", "?"},
		{"This file is in the public domain.", "public-domain"},
		{"Use of this software is governed by the Business Source License 1.1 included in the file LICENSE", "BUSL-1.1"},
		{"Licensed under the Confluent Community License (the \"License\"); you may not use this file except in compliance with the License.", "LicenseRef-Confluent-Community-1.0"},
		{"This library is free software; you can redistribute it and/or modify it under the same terms as Perl itself.", "Artistic-1.0-Perl OR GPL-1.0-or-later"},
		{"ALTERNATIVELY, this product may be distributed under the terms of the GNU GPL", "~GPL"},
		{"you can redistribute it and/or modify it under the terms of the GNU Lesser General Public License version 2.1 as published by the Free Software Foundation.", "LGPL-2.1-only"},
		{"Licensed under the MIT license. So it can be used for both academic and commercial purposes.", "MIT"},
		{"Licensed under the MIT license, for academic and commercial use only with a separate contract.", "?"},
		{"See the LICENSE file for details. All rights reserved.", "in LICENSE"},
		{"See the file doc/rights.txt for the license.", "in rights.txt"},
		{"This software is subject to the provisions of the Zope Public License,\nVersion 2.1 (ZPL).  A copy of the ZPL should accompany this distribution.", "ZPL-2.1"},
		{"This software is subject to the provisions of the Zope Public License,\nVersion 2.1 (ZPL).  A copy of the ZPL should accompany this distribution.\nTHIS SOFTWARE IS PROVIDED \"AS IS\" AND ANY AND ALL EXPRESS OR IMPLIED WARRANTIES ARE DISCLAIMED, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED\nWARRANTIES OF TITLE, MERCHANTABILITY, AGAINST INFRINGEMENT, AND FITNESS FOR A PARTICULAR PURPOSE.", "ZPL-2.1"},
		{"Licensed under GPLv2, see file LICENSE in this tarball for details.", "GPL-2.0-only"},
		{"This software is licensed under the \"BSD\" License as described in the \"LICENSE\" file,\nwhich should be included with this package. The terms are also available at\nhttp://zork.example/licenses/bsd_license", "~BSD"},
		{"Licensed under the Mozilla Public License 2.0.", "MPL-2.0"},
		{"Licensed under the Mozilla Public License, Version 2.0", "MPL-2.0"},
		{"Licensed under the BSD 4-Clause License.", "BSD-4-Clause"},
		{"License     : BSD3", "BSD-3-Clause"},
		{"MIT License https://www.opensource.org/licenses/mit-license.php\nAuthor Ann", "MIT"},
		{"By Ann Lee\n100% Public Domain", "public-domain"},
		{"Released under CC0.", "CC0-1.0"},
		{"Distributed under the OSI-approved BSD 3-Clause License.  See accompanying\nfile Copyright.txt or https://foo.example/licensing for details.", "BSD-3-Clause"},
		{"- Specify license as just MIT\n- Update licensing to MIT AND (MIT OR Apache-2.0), as this is derivative from\n  MIT-licensed musl.", "?"},
		{"License :: OSI Approved :: MIT License\nProgramming Language :: Python :: 2", "MIT"},
		{"0.2\n- Change the license to Apache-2.0", "?"},
		{"License: CC0 (public domain)", "CC0-1.0"},
		{"Public domain (CC0)", "CC0-1.0"},
		{"Unlicense (public domain)", "Unlicense"},
		{"Dedicated to the public domain under CC0 1.0 Universal (CC0 1.0) Public Domain Dedication.", "CC0-1.0"},
		{"To the extent possible under law, the author has dedicated all copyright to this software to the public domain worldwide. You should have received a copy of the CC0 Public Domain Dedication along with this software.", "CC0-1.0"},
		{"Written by Ann. CC0: http://creativecommons.org/publicdomain/zero/1.0/", "?"},
		{"This file is distributed under the terms of the Q Public License version 1.0.", "QPL-1.0"},
		{"This file may be distributed under the terms of the Q Public License as defined by Trolltech AS of Norway and appearing in the file LICENSE.QPL included in the packaging of this file.", "~QPL"},
		{"Released under the MIT License.\nUtilisation commerciale interdite.", "?"},
		{"Released under the MIT License.\nLa reproduction est interdite sans accord.", "?"},
		{"Released under the MIT License.\nProhibida la distribución.", "?"},
		{"Released under the MIT License.\n商用利用禁止", "?"},
		{"Released under the MIT License.\n営利目的での使用を禁じます。", "?"},
		{"Released under the MIT License.\n重複を禁止", "MIT"},
		{"Released into the public domain under CC0 1.0 and, for those who wish, also provided under the BSD 2-Clause License.", "?"},
		{"Released under the MIT License and the ISC License.", "MIT AND ISC"},
		{"This name will be stored in the public domain.", ""},
		{"The tables are from Acme and are covered by their own copyright and license.", "?"},
		{"This program is free software dual licensed under the GPL (>=v2)\nand the Acme Licensing (see COPYING.txt).", "?"},
		// Names of licences of something else:
		{"Requires jQuery, licensed under the MIT License.", "?"},
		{"Copyright 2020 Acme.\nThe hash is by Austin Appleby, and is in the public domain.", "?"},
		{"This uses MurmurHash3, which was written by Austin Appleby, and is placed in the public domain.", "?"},
		{"This module talks to foo, which is licensed under the Apache License, Version 2.0.", "?"},
		{"Inspired by left-pad, which is released under the MIT License", "?"},
		{"Versions before 2.0 were licensed under the MIT License", "?"},
		{"Documentation is available under the MIT License", "?"},
		{"Icons are licensed under CC BY 4.0.", "?"},
		{"The README is released under the MIT license; the code is not", "?"},
		{"Based on code of Foo, released under the MIT license. Modifications Copyright Acme, all rights reserved", "?"},
		{"Released under the MIT license. Modifications Copyright Acme, all rights reserved", "?"},
		{"Original code released under the Apache License 2.0 by Bar. All changes are proprietary.", "?"},
		{"Released under the Apache License 2.0 by Bar. All changes are proprietary.", "?"},
		{"This was going to be released into the public domain, but was not.", "?"},
		{"This file bundles the code of\nPurify 3.4 | (c) Ann | Released under the Apache license 2.0", "?"},
		{"This contains open-source contributions covered by the MIT license", "?"},
		{"This implementation is based on the most excellent Salt which is\nin the public domain.", "?"},
		{"@license GPLv2 or later\n.\n\nBased on a section of a book and cookie\nplugin from jQuery (dual licensed under the MIT and GPL licenses)", "?"},
		{"Wrapper for libfoo. libfoo is distributed under the Boost Software License, Version 1.0.", "?"},
		{"generated by bison, which is free software under the GPL v3", "?"},
		{"Checks that each file has the header:\nLicensed under the MIT License.", "?"},
		{"From the Twig test suite, available under the MIT License.", "?"},
		{"Portions under the MIT License", "?"},
		{"Data is licensed under CC-BY-NC-4.0, see https://example.org", "?"},
		{"The full license is in the file LICENSE.txt, distributed with this software.\n.\n\nUS airports.\n\nLicense: `CC BY-NC 4.0`_", "?"},
		{"The full license is in the file LICENSE.txt, distributed with this software.\n.\n\nDaylight.\n\nLicense: free to use and redistribute (see `this FAQ`_ for details).", "?"},
		{"The full license is in the file RIGHTS.rst, distributed with this software.\n.\n\nUS airports.\n\nLicense: `CC BY-NC 4.0`_", "?"},
		{"The following logic has been extracted from graceful-fs.\n\nReleased under the ISC License.", "?"},
		{"The following from http://example.org/wcwidth.c\n.\n\nWidths of characters.\n\nReleased under the ISC License.", "?"},
		{"Licensed under the MIT License.\n\nWhatever license applies to that file also applies to this file.", "?"},
		{"Licensed under the BSD 3-Clause License.\n\nPortions of code from MODP\nCopyright (c) 2007 Ann. All rights reserved.", "?"},
		{"Licensed under the BSD 3-Clause License.\n\nNumeric decoder derived from the TCL library\nhttps://example.org/tcl/license.terms", "?"},
		{"This code is derived from software contributed to Berkeley by Ann.\n\nLicensed under the BSD 3-Clause License.", "BSD-3-Clause"},
		{"lodash (Custom Build) <https://lodash.com/>\nReleased under MIT license <https://lodash.com/license>\nBased on Underscore.js 1.8.3 <http://underscorejs.org/LICENSE>\nCopyright Ann, Document Cloud", "MIT"},
		{"See LICENSE.txt for the text.\nLicensed under the MIT License.", "MIT"},
		{"For more, check out the Python implementation which is available at\nhttp://example.org/\nand licensed under the Apache License, Version 2.0.", "?"},
		{"A generator. Adapted from:\n\n    http://example.org/mt.c\n\nwhich was written by Ann and released\nunder the 3-clause BSD license.", "?"},
		{"Most of this file is under the MIT License.", "?"},
		{"Much of the code is licensed under the MIT License.", "?"},
		{"Some of the code is from foo, licensed under the MIT License.", "?"},
		{"The algorithm comes from zlib, licensed under the zlib license.", "?"},
		{"Test data from foo, available under the Apache License 2.0", "?"},
		{"A rewrite of foo. foo is licensed under the GPL version 2.", "?"},
		{"The upstream project is released under the MIT License.", "?"},
		{"It is also available under the MIT License.", "?"},
		{"This uses parts of the parsers of Acme. They've been made available under the Apache 2.0 license.", "?"},
		{"MIT Licensed? No.", "?"},
		{"BSD license, See the COPYING file for more information.", "~BSD"},
		{"Dual licensed under the terms of the Apache License, Version\n2.0, and the BSD License. See the LICENSE file in the root of this repository\nfor complete details.", "~Apache-2.0 OR BSD"},
		{"Approved as GPL-compatible.\n\nReleased under the ISC License.", "ISC"},
		{"GPL v3 is not supported", "?"},
		// Names with words that change the licence:
		{"Apache License 2.0 plus non-compete", "?"},
		{"BSD 3-clause, no commercial", "?"},
		{"MIT License for students", "?"},
		{"MIT License / EULA", "?"},
		{"GPLv2 with Classpath exception", "?"},
		{"Licensed under the MIT License for any purpose.", "MIT"},
		{"MIT License, no warranty", "MIT"},
		{"Dual licensed MIT/X11.", "MIT"},
		{"This code is dual-licensed under the MIT/X11 license.", "MIT"},
		{"Dual licensed under the MIT license.", "?"},
		{"See the RFC itself for full legal notices.", "?"},
		// Names of this one:
		{"Most of this file is new.\n\nReleased under the MIT License.", "MIT"},
		{"It is a port of foo\nReleased under the MIT License.", "MIT"},
		{"Licensed under the Apache License 2.0, and also available under the MIT license.", "?"},
		{"See http://example.org/.\nThis is a library which is released under the MIT License.", "MIT"},
		{"This file is part of Foo, which is licensed under the MIT License.", "MIT"},
		{"Foo is a library that is licensed under the MIT License.", "MIT"},
		{"jQuery plugin based on Foo\nLicensed under the MIT License.", "MIT"},
		{"A theme ported from Foo\n@license MIT\n@author Ann", "MIT"},
		{"Includes Sizzle.js\nhttps://sizzlejs.com/\n\nReleased under the MIT license", "MIT"},
		{":Version: 3\n:Copyright: This document has been placed in the public domain.", "public-domain"},
		{"Uses jQuery, licensed under the MIT License.\n\nThis program is licensed under the MIT License.", "MIT"},
	} {
		got := said(test.text)
		if got != test.want {
			t.Errorf("%q\n is %q, want %q", test.text, got, test.want)
		}
	}
}

// A banner before the code has the licence of the file, one behind code the licence of what a
// bundle contains.
func TestRead_Banners(t *testing.T) {
	const banner = "left-pad. MIT License. Ann Lee <https://example.org/>"
	if s, _ := Read([]byte(banner), Leading); s.License != "MIT" {
		t.Errorf("%q is %q", banner, s.License)
	}
	if s, ok := Read([]byte(banner), Anywhere); s.License != "" || !ok {
		t.Errorf("behind code, %q is %q", banner, s.License)
	}
	if s, ok := Read([]byte("Includes "+banner), Leading); s.License != "" || !ok {
		t.Errorf("of another work, %q is %q", banner, s.License)
	}
}

// A head that speaks of rights in other words and languages is unknown, not its project's.
func TestReadLeading_InOtherWords(t *testing.T) {
	for text, want := range map[string]bool{
		"Based on public domain code by Ann.": true, "The author disclaims copyright to this source code.": true, "No copyright is claimed.": true,
		"Work of the US Government, not subject to copyright protection.": true, "Dieser Code ist gemeinfrei.": true, "Ce code est dans le domaine public.": true,
		"Usage commercial interdit.": true, "Toute reproduction est interdite.": true, "Reproduction et diffusion interdites sans l'accord de l'auteur.": true,
		"Tous droits réservés.": true, "商用利用禁止": true, "複製を禁ずる": true, "非商用に限り自由に使用できます": true, "禁止商业使用": true, "無断転載禁止": true,
		"Il est interdit de passer une liste vide.": false, "重複を禁止する": false, "可能な限り速く": false, "The domain is public.": false,
	} {
		if _, ok := Read([]byte(text), Leading); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

// A sentence about rights that is no part of a notice is not understood, unless it is a usual one.
func TestReadLeading_Doubts(t *testing.T) {
	const notice = "Released under the MIT License.\n\n"
	for text, want := range map[string][2]string{ // alone, and behind a notice
		"Portions of the code in this file are based on code from ICU.\nOriginal licensing can be found in the NOTICE file.": {"?", "?"},
		"Based on code from zlib; see third_party/zlib/LICENSE for its license.":                                             {"", "?"},
		"Some functions are from FFmpeg and are under the LGPL.":                                                             {"?", "?"},
		"Adapted from valibot (Apache-2.0).":                                                                                 {"?", "?"},
		"Code adapted from foo [BSD-3-Clause] https://foo.example":                                                           {"?", "?"},
		"The authors retain all their rights.":                                                                               {"?", "?"},
		"Rights stay with Foo Ltd.":                                                                                          {"?", "?"},
		"This file may be used only with Foo hardware.":                                                                      {"?", "?"},
		"Contains material of Acme, used with permission.":                                                                   {"?", "?"},
		"Reproduced from the book Trees, with permission.":                                                                   {"?", "?"},
		"You may study this source but you may not ship it.":                                                                 {"?", "?"},
		"This source is provided for reference only.":                                                                        {"?", "?"},
		"Use it as you like, but buy me a beer if you sell it.":                                                              {"?", "?"},
		"Ann Lee, 2019, CC BY-SA":                                                                                            {"?", "?"},
		"Data of OpenStreetMap, ODbL":                                                                                        {"?", "?"},
		"Released for unlimited redistribution.":                                                                             {"?", "?"},
		// Usual sentences:
		"Based on foo, Copyright Ann Lee.":                          {"?", "MIT"},
		"This function may only be used with a lock.":               {"", "MIT"},
		"The caller keeps the right to close it.":                   {"", "MIT"},
		"A wrapper around enum types to show them.":                 {"", "MIT"},
		"See the LICENSE file for details.":                         {"", "MIT"},
		"Unlicensed Mobile Access for the licensing service.":       {"?", "MIT"},
		"The full license is at https://example.org/license.":       {"?", "MIT"},
		"Ported from https://example.org/foo.":                      {"", "MIT"},
		"The created folder has permission 0755 of the owner only.": {"", "MIT"},
	} {
		for i, before := range []string{"", notice} {
			s, ok := Read([]byte(before+text), Leading)
			got := s.License
			if got == "" && ok && s.File == "" {
				got = "?"
			}
			if got != want[i] {
				t.Errorf("%q: %q, not %q", before+text, got, want[i])
			}
		}
	}
}

// A clause more makes a text unknown, also in few words and after it.
func TestRead_ClausesMore(t *testing.T) {
	text := func(id, from string) string { all := Text(id); return all[strings.Index(all, from):] }
	bsd, mit := text("BSD-3-Clause", "Redistribution"), text("MIT", "Permission")
	before, after, _ := strings.Cut(bsd, "THIS SOFTWARE IS")
	for _, clause := range []string{
		"You must send changes back to the author.", "Please cite our paper when you use it.", "If you use it, send a postcard to Ann.", "No patent rights are granted.",
		"The author keeps the right to revoke this at any time.", "Users in the USA need a separate contract.", "The name of Ann shall not be used in advertising.",
		"Redistributions in any form must be accompanied by information on how to obtain complete source code.",
	} {
		for _, whole := range []Place{Anywhere, Whole} {
			for _, all := range []string{bsd + "\n\n" + clause + "\n", mit + "\n\n" + clause + "\n", before + "4. " + clause + "\n\nTHIS SOFTWARE IS" + after} {
				if s, ok := Read([]byte(all), whole); s.License != "" || !ok {
					t.Errorf("with %q (whole %v): %q\n%s", clause, whole, s.License, all)
				}
			}
		}
	}
}

// Words beside a whole text are a clause, or say nothing of its licence.
func TestRead_WordsBesideAText(t *testing.T) {
	for lines, isClause := range map[string]bool{everyday: false, clauses: true} {
		for line := range strings.Lines(lines) {
			for _, id := range []string{"MIT", "BSD-3-Clause", "Apache-2.0", "ISC"} {
				if s, _ := Read([]byte(Text(id)+"\n\n"+line), Whole); (s.License == "") != isClause {
					t.Errorf("%s with %q is %q", id, line, s.License)
				}
			}
		}
		if s, _ := Read([]byte(Text("MIT")+"\n\n"+strings.ReplaceAll(lines, "\n", "\n\n")), Whole); (s.License == "") != isClause {
			t.Errorf("MIT with all of %.80q is %q", lines, s.License)
		}
	}
}

const everyday = `Enjoy!
Contact: Ann Lee <ann@example.org>
If you have questions, please open an issue.
If you find a bug, please report it at https://example.org/issues.
Contributors:
- Bob May <bob@example.org>
- Aleksey Avdeev <solo@example.org>
Copyright (c) foo-image developers
Thanks to Ann, Bob and all others who have contributed.
This file is automatically added by a tool. Do not edit.
Do not edit this file by hand.
Donations are welcome: https://example.org/donate
This is not an official Google product.
Foo is not affiliated with, nor endorsed by, Acme Inc.
See https://opensource.org/licenses/MIT for more information.
Last updated 2020-01-01.
Version 1.2.3
For more information visit https://example.org.
Authors are listed in AUTHORS.
See the AUTHORS file for a list of contributors.
Patches are welcome.
A copy of this text is at https://example.org/mit.
END OF TERMS AND CONDITIONS`

const clauses = `You must send changes back to the author.
Please cite our paper when you use it.
If you use it, send a postcard to Ann.
No patent rights are granted.
The author keeps the right to revoke this at any time.
Users in the USA need a separate contract.
The name of Ann shall not be used in advertising.
Except for use in weapons.
Unless you work for Acme.
Not for military use.
Only for students.
Only if you are a student.
Provided that changes are sent back.
You may not use it for bombs.
Commercial users must buy a licence.
Commercial use requires a fee.
Companies with more than 100 employees have to pay.
For companies with over 50 employees a fee is due.
This does not apply to Acme.
The above does not apply to the folder ee.
Folder ee is under another licence.
Some files are under other terms.
Files in doc have a different licence.
Not to be used by the military.
Modified versions must be renamed.
All changes must be sent back.
Everything must remain free.
It must not be sold.
It shall be used for good, not evil.
Don't be evil.
Do not sell it.
Don't sell this.
Selling is prohibited.
Free for non-profit use.
Only non-profit organisations have these rights.
Redistribution is prohibited.
Use in nuclear plants is forbidden.
Users agree to indemnify Ann.
You agree to the terms at https://example.org/terms.
By using it you accept our terms of service.
The additional terms at https://example.org apply.
Export to Cuba is not permitted.
The software may be exported only under US law.
A royalty of 1 EUR for each copy is due.
Credit must be given in the about box.
Please keep the link to my site in the footer.
Keep the link to my site in the footer.
The link in the footer has to stay.
Removing the link is not allowed.
You are not allowed to remove the link.
This license is revoked for Acme.
Licence terminates in 2030.
This grant ends on 2030-01-01.
Valid until 2030.
For evaluation only.
For research only.
Not for production use.
Contributors assign their rights to Acme.
The logo is not included in this licence.
The logo and the name Foo are trademarks of Acme and may not be used.
Acme employees are excluded.
Excluded are all uses in cars.
People of Acme may use it without these conditions.
Nur für private Nutzung.
Nur für nicht kommerzielle Zwecke.
Die Nutzung ist Firmen untersagt.
Nicht für militärische Zwecke.
Usage commercial interdit.
Utilisation militaire interdite.
Uniquement pour un usage personnel.
Prohibido el uso comercial.
Solo para uso personal.
Vietato l'uso commerciale.
Uso pessoal apenas.
禁止商业使用
商用利用禁止
仅供学习使用
상업적 이용 금지
Только для личного использования.
Коммерческое использование запрещено.
Die Nutzung durch Behörden ist ausgeschlossen.
Please do not train models on it.
The icons in assets/ are (c) Acme, all rights reserved.`

// The first label of a head decides: what is behind it does not replace an address of other terms.
func TestRead_Labels(t *testing.T) {
	for head, want := range map[string]string{
		"Copyright 2020 Acme\nLicense: http://acme.example/eula.html\n\nDerived from a library by Bud\nLicense: MIT\n": "",
		"License: http://acme.example/eula.html\nLicense: MIT\n":                                                       "",
		"License: MIT\nAuthor: Bud\n":                                                             "MIT",
		"License: MIT <https://acme.example/LICENSE>\n":                                           "MIT",
		"License: https://opensource.org/licenses/MIT\n":                                          "MIT",
		"License: http://www.opensource.org/licenses/mit-license.php\n":                           "MIT",
		"License: https://spdx.org/licenses/BSD-3-Clause.html\n":                                  "BSD-3-Clause",
		"License: http://www.apache.org/licenses/LICENSE-2.0\n":                                   "Apache-2.0",
		"License: https://opensource.org/licenses/GPL-3.0\n":                                      "",
		"License: https://opensource.example/licenses/MIT\n":                                      "",
		"Copyright (c) 2013-2015, Ann Lee and contributors (MIT License).\nhttps://top.example\n": "MIT",
		"Copyright (c) 2013 Ann Lee. Some of it is Bob's (MIT License).\n":                        "",
	} {
		s, ok := Read([]byte(head), Leading)
		if s.License != want || !ok {
			t.Errorf("%q: %q, %t", head, s.License, ok)
		}
	}
}
