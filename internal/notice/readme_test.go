package notice

import (
	"fmt"
	"strings"
	"testing"
)

// badge is the address of a badge.
const badge = "https://img.shields.io/badge/license-"

func TestSet_ReadmeDenies(t *testing.T) {
	for _, said := range []string{
		strings.Repeat("Some words.\n", 20_000) + "## License\n\nAGPL-3.0", "## License: AGPL-3.0", "## License: [AGPL-3.0](LICENSE)", "## License - AGPL-3.0", "## License (AGPL-3.0)", "# AGPL-3.0 License",
		"License: AGPL-3.0", "**License:** AGPL-3.0", "- License: AGPL-3.0", "License AGPL-3.0", ":license: AGPL-3.0", ".. License: AGPL-3.0", "Lizenz: AGPL-3.0", "许可证：AGPL-3.0",
		"Licensed under AGPL-3.0.", "Distributed under the AGPL.", "Foo is licensed under the GNU AGPL v3.", "Released under the [AGPL](https://www.gnu.org/licenses/agpl-3.0.html).",
		"# Foo\n\nCopyright Ann. GPLv3.", "# Foo (AGPL-3.0)\n", "# Foo\n\nMIT. See EULA.txt.", "## License\n\nMIT, see EULA.txt", "## License\n\nSee EULA.txt",
		"## Lizenz\n\nAGPL-3.0", "## Licence\n\nAGPL-3.0", "## Licencia\n\nAGPL-3.0", "## Licença\n\nAGPL-3.0", "## Лицензия\n\nAGPL-3.0", "## 许可证\n\nAGPL-3.0", "## ライセンス\n\nAGPL-3.0", "### 📄 License\n\nAGPL-3.0 © Ann", "License\n=======\n\nAGPL-3.0",
		"<h2>License</h2>\n<p>AGPL-3.0</p>", "<details><summary>License</summary>\n\nAGPL-3.0\n\n</details>", "## License\n\nProprietary.", "## License\n\nNon-commercial use only.",
		"~~MIT~~ AGPL-3.0", "License: ~~MIT~~", "## License\n\n~~MIT~~", "## License\n\n<del>MIT</del> AGPL-3.0",
		"| License | AGPL-3.0 |\n|---|---|\n| Author | Ann |", "# Foo\n\n| | |\n|---|---|\n| License | AGPL-3.0 |", "---\ntitle: Foo\nlicense: agpl-3.0\n---\n\n# Foo",
		"![license](" + badge + "AGPL--3.0-blue)", "[![License](" + badge + "AGPL%20v3-blue.svg)](https://foo.example)", `<img src="` + badge + `AGPL-3.0-green.svg">`,
	} {
		for beside, text := range map[string]string{"LICENSE": mit, "package.json": `{"name": "foo", "license": "MIT"}`} {
			s := NewSet(Recognise)
			s.Add("a/"+beside, []byte(text))
			s.Add("a/README.md", []byte(said+"\n"))
			if got := s.Find("a/x.c"); got.License != "" || got.From != "a/README.md" {
				t.Errorf("%.99q beside %s: %q by %s", said, beside, got.License, got.From)
			}
		}
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(mit))
		s.Add("a/README.md", []byte(said+"\n"))
		if got := s.Find("a/x.c"); got.License == "MIT" || got.From != "a/README.md" {
			t.Errorf("%.99q below LICENSE: %q by %s", said, got.License, got.From)
		}
	}
}

func TestSet_ReadmeAgrees(t *testing.T) {
	for _, said := range []string{
		"License: MIT", "# Foo\n\n## License\n\n[MIT](LICENSE) © [Ann](https://ann.example)", "![license](" + badge + "MIT-blue)", "---\nlicense: mit\n---\n# Foo", "| License | MIT |\n|---|---|", "## 许可证\n\nMIT",
		"# Foo\n\nFoo reads GPL files.", "# Foo\n\nLicense checker: finds AGPL-3.0 files.", "# Foo\n\nUsage:\n\n```\nfoo --license AGPL-3.0\nLicense: AGPL-3.0\n```", "## License\n\nThe ISC-style (simplified MIT) license in LICENSE.",
		"## Related\n\n- [bar](https://x.example/bar) is a bar, licensed under the AGPL-3.0.", "## Alternatives\n\n| name | license |\n|---|---|\n| bar | AGPL-3.0 |\n| baz | GPL-2.0 |",
		"## License\n\nThe code was released into the public domain.", "## TODO\n\n~~Write tests~~", "# Foo\n\nGNU systems run it.\nBSD systems run it, too.",
		"# Foo\n\n```sh\n# License\nGPL-3.0\n```", "  ~~~\n  License: GPL-3.0\n  ~~~", "<!-- License: GPL-3.0 -->", "# Licensing GPL parsers",
		"## License\n\nMIT. Additionally, there is a test data file, data.txt, under Unicode-3.0.",
	} {
		s := NewSet(Recognise)
		s.Add("LICENSE", []byte(mit))
		s.Add("README.md", []byte(said+"\n"))
		if got := fmt.Sprint(s.Find("x.c").License); got != "MIT" {
			t.Errorf("%q: %q", said, got)
		}
	}
}
