package notice

import (
	"slices"
	"strings"
	"testing"
)

func TestCopyrights(t *testing.T) {
	for source, want := range map[string][]string{
		"/* Copyright (c) 2006 Rob Landley <rob@landley.net> */":             {"Copyright (c) 2006 Rob Landley <rob@landley.net>"},
		"<!-- Copyright 2006 Rob Landley -->":                                {"Copyright 2006 Rob Landley"},
		"/* Copyright (C) 1989-2022 Free Software\n   Foundation, Inc.\n */": {"Copyright (C) 1989-2022 Free Software Foundation, Inc."},
		"/*\n * Copyright (c) 2015, Ann Lee <ann at lee dot example>,\n *                     Bo-Erik van May <bo at may dot example>\n */": {"Copyright (c) 2015, Ann Lee <ann at lee dot example>, Bo-Erik van May <bo at may dot example>"},
		"Copyright (c) 2001, 2002,\n2003, 2004 Zork Software Foundation; All Rights Reserved\n":                                             {"Copyright (c) 2001, 2002, 2003, 2004 Zork Software Foundation; All Rights Reserved"},
		"# Copyright (c) 2015, Ann Lee,\n# Permission is granted to copy it.\n":                                                             {"Copyright (c) 2015, Ann Lee,"},
		"# Copyright (c) Armin Lee, Bo May and contributors\n":                                                                              {"Copyright (c) Armin Lee, Bo May and contributors"},
		"# Copyright 2020 The Larix\n# Authors\n":                                                                                           {"Copyright 2020 The Larix Authors"},
		"// Copyright 2020 Acme, Inc.\n// Written for the Larix Foundation\n":                                                               {"Copyright 2020 Acme, Inc."},
		"// Copyright 2020 Jane Doe\n// This file is part of Larix Foundation.":                                                             {"Copyright 2020 Jane Doe"},
		"// Copyright 2020 Jane\n// Copyright 2021 Acme, Inc.\n":                                                                            {"Copyright 2020 Jane", "Copyright 2021 Acme, Inc."},
		"/* Copyright (c) 2006 Mutsuo Saito and Hiroshima\n * University. All rights reserved.\n */":                                        {"Copyright (c) 2006 Mutsuo Saito and Hiroshima University"},
		"/*! zork 1.0\n* Copyright zork Foundation and other contributors; Licensed MIT */\n":                                               {"Copyright zork Foundation and other contributors"},
		"# SPDX-FileCopyrightText: ann <ann@larix.example>\n":                                                                               {"Copyright ann <ann@larix.example>"},
		" * @copyright Copyright (c) 2020 Acme\n":                                                                                           {"Copyright (c) 2020 Acme"},
		"THE COPYRIGHT HOLDERS AND CONTRIBUTORS \"AS IS\"\n":                                                                                {},
		"# SPDX-FileCopyrightText: 2020 Jane Doe\n# SPDX-FileCopyrightText: © 2021 Jim\n":                                                   {"Copyright 2020 Jane Doe", "© 2021 Jim"},
		"# SPDX-SnippetCOPYRIGHTTEXT: 2020 Jane Doe\n# İ \xff cOpYrIgHt: 2021 Jim\n# (C) 2022 Jo\n":                                         {"Copyright 2020 Jane Doe", "cOpYrIgHt: 2021 Jim", "(C) 2022 Jo"},
		"/*\n * Copyright (c) 1993\n *\tThe Regents of the University of California.  All rights reserved.\n */":                            {"Copyright (c) 1993 The Regents of the University of California.  All rights reserved."},
		"/* Copyright (C) 2003-2020,\n *    by Jane Doe <jane@example.org>\n */":                                                            {"Copyright (C) 2003-2020, by Jane Doe <jane@example.org>"},
		"/* Copyright (c) 1993\n *\n * Permission is granted. */\n// Copyright 2020\npackage Foo\n":                                         {"Copyright (c) 1993", "Copyright 2020"},
		"/* Copyright (c) 1993 */\nThe Foo();\n// Copyright 2020\n// All rights reserved.\n// Copyright 2021\n// Redistribution and use in source are permitted.\n// Copyright 2022\n// MIT License.\n": {"Copyright (c) 1993", "Copyright 2020", "Copyright 2021", "Copyright 2022"},
		"Copyright (c) 2010\nAnn Lee Jones\n": {"Copyright (c) 2010 Ann Lee Jones"},
		"/* (C) 1996-2022 Acme Software LLC (\"The Acme\n * Project\"). */\n// Copyright Acme Foundation. See the COPYRIGHT\n// file.\n": {"(C) 1996-2022 Acme Software LLC", "Copyright Acme Foundation"},
		"# Copyright Joyent, Inc. and other Node contributors.\n":                                                                        {"Copyright Joyent, Inc. and other Node contributors."},
		"# Copyright JS Foundation and other contributors, https://js.foundation\n// Copyright Contributors to the Foo project.\n":       {"Copyright JS Foundation and other contributors, https://js.foundation", "Copyright Contributors to the Foo project."},
		"# Copyright the Foo authors\n# Copyright by the Foo Group\n":                                                                    {"Copyright the Foo authors", "Copyright by the Foo Group"},
		"// the copyright notice above\n// The copyright holders and contributors\n// copyright by the author\n":                         {},
		"// the copyright notice above, \n": {},
		strings.Repeat("f();\n", copyrightHead) + "/* Copyright 2020 Jane Doe */\nf(\"Copyright 2021 Jim\");\n": {"Copyright 2020 Jane Doe"},
	} {
		if got := Copyrights([]byte(source)); !slices.Equal(got, want) {
			t.Errorf("%.200q has %q, not %q", source, got, want)
		}
	}
}
