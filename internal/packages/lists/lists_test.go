package lists

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/packages"
)

// samples are lists, by the names of their files, with the packages and the entries that name none.
var samples = []struct {
	file, content string
	names, unread string
}{
	{"package-lock.json", `{"lockfileVersion":3,"packages":{"":{"name":"own","version":"1.0.0"},"node_modules/a":{"version":"1.2.3","resolved":"https://registry.npmjs.org/a/-/a-1.2.3.tgz","integrity":"md5-AAAA"},
		"node_modules/a/node_modules/@s/b":{"version":"2.0.0"},"node_modules/l":{"link":true,"resolved":"lib/l"},"lib/l":{"version":"3.0.0"},
		"node_modules/x":{"name":"real","version":"4.0.0"},"node_modules/g":{"version":"5.0.0","resolved":"git+ssh://git@r/g.git#1"},
		"node_modules/p":{"version":"6.0.0","resolved":"https://npm.acme.example/p.tgz"},"node_modules/a/node_modules/i":{"version":"7.0.0","inBundle":true},
		"node_modules/d":{"version":"9.0.0","integrity":"sha512-AAAA"},
		"node_modules/q":{"version":"8.0.0","resolved":"https://npm.acme.example/q.tgz","integrity":"sha1-` + base64.StdEncoding.EncodeToString(make([]byte, 20)) + `"}}}`,
		"pkg:npm/%40s/b@2.0.0 pkg:npm/a@1.2.3 pkg:npm/q@8.0.0?checksum=sha1:" + strings.Repeat("00", 20) + " pkg:npm/real@4.0.0",
		"d 9.0.0 has a damaged checksum|g is not of a registry|p 6.0.0 is of npm.acme.example, and has no checksum"},
	{"npm-shrinkwrap.json", `{"lockfileVersion":1,"dependencies":{"a":{"version":"1.2.3","dependencies":{"b":{"version":"2.0.0"}}},"f":{"version":"file:../f"}}}`,
		"pkg:npm/a@1.2.3 pkg:npm/b@2.0.0", "f file:../f is no version of a registry"},
	{"pnpm-lock.yaml", "lockfileVersion: '9.0'\n\nimporters:\n  .:\n    dependencies:\n      a:\n        version: 1.2.3\n\npackages:\n\n  '@s/b@2.0.0':\n    resolution: {}\n\n  a@1.2.3(b@2.0.0):\n    x: 1\n\n  /c@3.0.0:\n    x: 1\n",
		"pkg:npm/%40s/b@2.0.0 pkg:npm/a@1.2.3 pkg:npm/c@3.0.0", ""},
	{"yarn.lock", "# yarn lockfile v1\n\n\"@s/b@^2.0.0\", \"@s/b@2\":\n  version \"2.0.1\"\n  resolved \"https://registry.yarnpkg.com/@s/b/-/b-2.0.1.tgz#00\"\n\na@^1:\n  version \"1.2.3\"\n  dependencies:\n    version \"^1\"\n",
		"pkg:npm/%40s/b@2.0.1 pkg:npm/a@1.2.3", ""},
	{"yarn.lock", "__metadata:\n  version: 8\n\n\"a@npm:^1\":\n  version: 1.2.3\n  resolution: \"a@npm:1.2.3\"\n\n\"x@npm:real@^4\":\n  version: 4.0.0\n\n\"own@workspace:.\":\n  version: 0.0.0-use.local\n\n\"g@https://x/g.git#1\":\n  version: 1.0.0\n",
		"pkg:npm/a@1.2.3 pkg:npm/real@4.0.0", "g is not of a registry"},
	{"go.mod", "module m\n\ngo 1.26\n\nrequire (\n\texample.org/A v1.2.0\n\texample.org/b v0.1.0 // indirect\n\texample.org/c v1.0.0\n)\n\nreplace example.org/b => ../b\nreplace example.org/c => example.org/fork v1.0.1\n",
		"pkg:golang/example.org/A@v1.2.0 pkg:golang/example.org/fork@v1.0.1", "example.org/b is replaced by a folder"},
	{"go.sum", "example.org/a v1.2.0 h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\nexample.org/a v1.2.0/go.mod h1:y=\nexample.org/b v0.0.0-2020-abc/go.mod h1:z=\n", "pkg:golang/example.org/a@v1.2.0?checksum=h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", ""},
	{"Cargo.lock", "version = 3\n\n[[package]]\nname = \"own\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.2\"\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\n\n[[package]]\nname = \"g\"\nversion = \"1.0.0\"\nsource = \"git+https://x/g#1\"\n",
		"pkg:cargo/serde@1.0.2", "g is not of the public registry"},
	{"poetry.lock", "[[package]]\nname = \"flask\"\nversion = \"3.0.3\"\n\n[[package]]\nname = \"g\"\nversion = \"1\"\n[package.source]\ntype = \"git\"\n", "pkg:pypi/flask@3.0.3", "g is not of a registry"},
	{"uv.lock", "version = 1\n[[package]]\nname = \"own\"\nversion = \"0.1\"\nsource = { virtual = \".\" }\n[[package]]\nname = \"flask\"\nversion = \"3.0.3\"\nsource = { registry = \"https://pypi.org/simple\" }\n",
		"pkg:pypi/flask@3.0.3", ""},
	{"requirements-dev.txt", "# tools\n-i https://pypi.org/simple\nflask[async]==3.0.3 ; python_version > '3' \\\n    --hash=sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nattrs>=20\n-r other.txt\ng @ git+https://x/g\nsix === 1.16.0\n",
		"pkg:pypi/flask@3.0.3?checksum=sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa pkg:pypi/six@1.16.0", "-r other.txt is not followed|attrs has no exact version|g @ git+https://x/g is not followed"},
	{"requirements.txt", "--extra-index-url https://pypi.acme.example/simple\na==1.0\nb==2.0 --hash=sha256:" + strings.Repeat("b", 64) + "\n",
		"pkg:pypi/b@2.0?checksum=sha256:" + strings.Repeat("b", 64), "a 1.0 is of another index, and has no checksum"},
	{"Pipfile.lock", `{"_meta":{"hash":{"sha256":"x"}},"default":{"flask":{"version":"==3.0.3"},"g":{"git":"x"}},"develop":{"six":{"version":"==1.16.0"}}}`,
		"pkg:pypi/flask@3.0.3 pkg:pypi/six@1.16.0", "g has no exact version"},
	{"Gemfile.lock", "PATH\n  remote: .\n  specs:\n    own (0.1.0)\n\nGEM\n  remote: https://rubygems.org/\n  specs:\n    rake (13.2.1)\n    nokogiri (1.16.0-x86_64-linux)\n      racc (~> 1.4)\n\nDEPENDENCIES\n  rake\n", "pkg:gem/nokogiri@1.16.0 pkg:gem/rake@13.2.1", "own is not of a registry"},
	{"gradle.lockfile", "# generated\norg.a:b:1.0=compileClasspath,runtimeClasspath\nempty=annotationProcessor\n", "pkg:maven/org.a/b@1.0", ""},
	{"pom.xml", "<project><version>2.0</version><properties><v>1.5</v></properties><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>m</artifactId><version>3.0</version></dependency></dependencies></dependencyManagement><dependencies>" +
		"<dependency><groupId>g</groupId><artifactId>a</artifactId><version>${v}</version></dependency><dependency><groupId>g</groupId><artifactId>m</artifactId></dependency>" +
		"<dependency><groupId>g</groupId><artifactId>p</artifactId><version>${parent.v}</version></dependency></dependencies></project>",
		"pkg:maven/g/a@1.5 pkg:maven/g/m@3.0", "g/p ${parent.v} is no version of a registry"},
	{"bom.json", `{"bomFormat":"CycloneDX","components":[{"name":"a","purl":"pkg:npm/a@1.2.3?x=1","components":[{"name":"b","purl":"pkg:cargo/b@2.0.0"}]},{"name":"c"},{"name":"d","purl":"pkg:npm/d@1.0.0?repository_url=npm.acme.example"}]}`,
		"pkg:cargo/b@2.0.0 pkg:npm/a@1.2.3", "c has no package URL of a registry with a version|d is of another registry"},
	{"x.spdx.json", `{"spdxVersion":"SPDX-2.3","packages":[{"name":"a","externalRefs":[{"referenceType":"cpe","referenceLocator":"x"},{"referenceType":"purl","referenceLocator":"pkg:pypi/a@1"}]},{"name":"own"}]}`,
		"pkg:pypi/a@1", "own has no package URL"},
}

func TestRead_EveryKind(t *testing.T) {
	tried := map[*list]bool{}
	for _, s := range samples {
		tried[listOf("some/"+s.file)] = true
		names, unread, err := Read("some/"+s.file, []byte(s.content))
		if err != nil || strings.Join(names, " ") != s.names || strings.Join(unread, "|") != s.unread {
			t.Errorf("%s:\n%q\n%q\n%v", s.file, names, unread, err)
		}
		for _, name := range names {
			if r, err := packages.Parse(name); err != nil || packages.WithChecksums(r.String(), r.Checksums) != name {
				t.Errorf("%s names %s: %v", s.file, name, err)
			}
		}
	}
	if len(tried) != len(lists) {
		t.Errorf("%d of %d kinds are tried", len(tried), len(lists))
	}
}

// A package whose checksum is damaged is left out, in any list and wherever the damage is.
func TestRead_DamagedChecksums(t *testing.T) {
	for _, list := range []struct{ file, format, good string }{
		{"package-lock.json", `{"packages":{"node_modules/a":{"version":"1.2.3","integrity":"%s"},"x/node_modules/a":{"version":"1.2.3"}}}`, ""},
		{"pnpm-lock.yaml", "packages:\n\n  a@1.2.3:\n    resolution: {integrity: %s}\n\nsnapshots:\n\n  a@1.2.3:\n    x: 1\n", ""},
		{"yarn.lock", "a@^1:\n  version \"1.2.3\"\n  integrity %s\n", ""},
		{"go.sum", "a.org/a v1.2.3 %s\na.org/a v1.2.3/go.mod h1:y=\n", "h1:" + strings.Repeat("A", 43) + "="},
		{"Cargo.lock", "[[package]]\nname = \"a\"\nversion = \"1.2.3\"\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\nchecksum = \"%s\"\n", strings.Repeat("0", 64)},
		{"poetry.lock", "[[package]]\nname = \"a\"\nversion = \"1.2.3\"\nfiles = [{hash = \"%s\"}]\n", "sha256:" + strings.Repeat("0", 64)},
		{"requirements.txt", "a==1.2.3 --hash=%s\n", "sha256:" + strings.Repeat("0", 64)},
		{"Pipfile.lock", `{"default":{"a":{"version":"==1.2.3","hashes":["%s"]}}}`, "sha256:" + strings.Repeat("0", 64)},
	} {
		good := cmp.Or(list.good, "sha512-"+base64.StdEncoding.EncodeToString(make([]byte, 64)))
		if names, unread, err := Read(list.file, fmt.Appendf(nil, list.format, good)); len(names) != 1 || !strings.Contains(names[0], "?checksum=") || len(unread) > 0 || err != nil {
			t.Errorf("%s: %q, %q, %v", list.file, names, unread, err)
		}
		for cut := 1; cut < len(good); cut++ {
			for _, sum := range []string{good[:cut], good[:cut] + "!" + good[cut:], good + good[:cut]} {
				names, unread, err := Read(list.file, fmt.Appendf(nil, list.format, sum))
				if len(names) > 0 || len(unread) != 1 || !strings.HasSuffix(unread[0], " has a damaged checksum") || err != nil {
					t.Errorf("%s, %s: %q, %q, %v", list.file, sum, names, unread, err)
				}
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range samples {
		f.Add(s.file, []byte(s.content))
	}
	f.Fuzz(func(t *testing.T, file string, content []byte) {
		names, _, err := Read(file, content)
		for _, name := range names {
			if r, perr := packages.Parse(name); perr != nil || r.Version == "" || err != nil {
				t.Errorf("%q: %v, %v", name, perr, err)
			}
		}
	})
}
