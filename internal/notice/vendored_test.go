package notice

import "testing"

// A folder among the code of others is no part of the package around it, whose licence says nothing
// of it.
func TestSet_VendoredFolders(t *testing.T) {
	s := NewSet(Recognise)
	s.Publish("", "https://github.com/a/top.git", "pkg:github/a/top")
	for file, content := range map[string]string{
		"package.json":                              `{"name":"top","version":"1","license":"MIT"}`,
		"deps/lua/COPYRIGHT":                        "Copyright 2020 Ann\n\n" + isc,
		"old/REUSE.toml":                            "version = 1\n[[annotations]]\npath = \"**\"\nSPDX-License-Identifier = \"ISC\"\n",
		"deps/own/package.json":                     `{"name":"own","version":"2"}`,
		"vendor/github.com/LICENSE":                 isc,
		"vendor/google.golang.org/protobuf/LICENSE": isc,
	} {
		s.Add(file, []byte(content))
	}
	for file, want := range map[string][2]string{
		"src/a.c":                      {"MIT", "pkg:npm/top@1"},
		"deps/a.c":                     {"", ""},
		"deps/Makefile":                {"MIT", "pkg:npm/top@1"},
		"deps/include/a.h":             {"", ""},
		"deps/src/noise/a.c":           {"", ""},
		"deps/tests/a.c":               {"MIT", "pkg:npm/top@1"},
		"lib/ThirdParty/zlib/z.c":      {"", ""},
		"extlibs/zlib/z.c":             {"", ""},
		"jspm_packages/npm/a@1/a.js":   {"", ""},
		"lib/vendor-js/jq.js":          {"", ""},
		"deps/lua/src/a.c":             {"ISC", ""},
		"deps/noise/a.c":               {"", ""},
		"old/vendor/noise/a.c":         {"ISC", ""}, // a conclusion about all files
		"deps/own/src/a.c":             {"", "pkg:npm/own@2"},
		"vendor/github.com/a/b/c/d.go": {"", ""},
		"vendor/google.golang.org/protobuf/internal/a.go": {"ISC", ""},
		"vendor/google.golang.org/grpc/a.go":              {"", ""},
	} {
		if said := s.Find(file); said.License != want[0] || said.Package != want[1] || said.Repository == "" {
			t.Errorf("%s: %q %q %q, want %q", file, said.License, said.Package, said.Repository, want)
		}
	}
}

// A component of Go has the path of its module.
func TestVendored_ModulesOfGo(t *testing.T) {
	for file, want := range map[string]string{
		"vendor/github.com/a/b/c/d.go": "github.com/a/b", "vendor/google.golang.org/protobuf/internal/a.go": "google.golang.org/protobuf", "vendor/golang.org/x/sys/unix/a.go": "golang.org/x/sys",
		"x/vendor/k8s.io/api/core/v1/a.go": "k8s.io/api", "deps/lua/src/a.c": "lua",
	} {
		if _, name := Vendored(file); name != want {
			t.Errorf("%s: %q, not %q", file, name, want)
		}
	}
}

func TestVersion(t *testing.T) {
	for source, want := range map[string]string{
		"#define LUA_VERSION\t\"Lua 5.1\"\n#define LUA_RELEASE\t\"Lua 5.1.5\"\n":                                        "5.1.5",
		"#define ZLIB_VERSION \"1.2.11\"\n#define ZLIB_VER_MAJOR 1\n#define ZLIB_VER_MINOR 2\n":                         "1.2.11",
		"#define HIREDIS_MAJOR 1\n#define HIREDIS_MINOR 0\n#define HIREDIS_PATCH 3\n#define HIREDIS_SONAME 1.0.3-dev\n": "1.0.3",
		"# define A_MAJOR 1 /* x */\n# define A_MINOR 4\n":                                                              "1.4",
		"#define A_VERSION \"1.2\"\n#define B_VERSION \"3.0\"\n":                                                        "",
		"#define A_MAJOR 1\n#define A_MINOR 4\n#define B_MAJOR 2\n":                                                     "",
		"__version__ = '2.31.0'\n": "2.31.0", "5.2.1-0-gea6b3e9\n": "5.2.1", "int a;\n": "", "": "",
	} {
		if got := Version([]byte(source)); got != want {
			t.Errorf("%q: %q, not %q", source, got, want)
		}
	}
	for file, want := range map[string]bool{"src/lua.h": true, "lua.h": true, "a/b/lua.h": false, "version.h": true, "luaconf.h": false, "Lua_Version.h": true} {
		if IsVersion(file, "lua") != want {
			t.Errorf("%s: %v", file, !want)
		}
	}
}
