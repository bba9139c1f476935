package license

import "testing"

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
		{"MIT License", "MIT"},
		{"@license MIT", "MIT"},
		{"License: GPLv2+", "GPL-2.0-or-later"},
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
		{"Licensed under the Mozilla Public License 2.0.", "MPL-2.0"},
		{"Licensed under the Mozilla Public License, Version 2.0", "MPL-2.0"},
		{"Licensed under the BSD 4-Clause License.", "BSD-4-Clause"},
		{"License     : BSD3", "BSD-3-Clause"},
		{"MIT License https://www.opensource.org/licenses/mit-license.php\nAuthor Ann", "MIT"},
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
		{"MIT Licensed? No.", "?"},
		{"GPL v3 is not supported", "?"},
		// Names with words that change the licence:
		{"Apache License 2.0 plus non-compete", "?"},
		{"BSD 3-clause, no commercial", "?"},
		{"MIT License for students", "?"},
		{"MIT License / EULA", "?"},
		{"GPLv2 with Classpath exception", "?"},
		{"Licensed under the MIT License for any purpose.", "MIT"},
		{"MIT License, no warranty", "MIT"},
		// Names of this one:
		{"This file is part of Foo, which is licensed under the MIT License.", "MIT"},
		{"Foo is a library that is licensed under the MIT License.", "MIT"},
		{"jQuery plugin based on Foo\nLicensed under the MIT License.", "MIT"},
		{"A theme ported from Foo\n@license MIT\n@author Ann", "MIT"},
		{"Includes Sizzle.js\nhttps://sizzlejs.com/\n\nReleased under the MIT license", "MIT"},
		{":Version: 3\n:Copyright: This document has been placed in the public domain.", "public-domain"},
		{"Uses jQuery, licensed under the MIT License.\n\nThis program is licensed under the MIT License.", "MIT"},
	} {
		s, ok := Read([]byte(test.text), false)
		got := s.License
		switch {
		case !ok:
			got = ""
		case s.Family != "":
			got = "~" + s.Family
		case s.File != "":
			got = "in " + s.File
		case s.License == "":
			got = "?"
		}
		if got != test.want {
			t.Errorf("%q\n is %q, want %q", test.text, got, test.want)
		}
	}
}
