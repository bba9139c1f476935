package notice

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// Many kinds of manifests have a key with the licence. Nothing else is read of these.

var (
	// keyLine matches a line of YAML, or of a header such as License: MIT.
	keyLine = lazyregexp.New(yamlKey)
	// keyChoice is keyLine for files whose list of licences is a choice (Citation File Format 1.2).
	keyChoice = lazyregexp.New(yamlKey)
	// keyCode matches an assignment, an argument, and a command with a literal.
	keyCode = lazyregexp.New(`(?im)(?:^|[{(\[,;])[ \t]*(?:\w+(?:\.|[ \t]*/[ \t]*))?:?licen[cs]es?["']?` +
		`(?:[ \t]*(?:\+?:?=>?|:)[ \t]*(\[[^\]]*\]|\{[^}]*\}|"[^"\n]*"|'[^'\n]*'|\w*\((?:[^()]|\([^()]*\))*\)|[^\n]+)|[ \t]+("[^"\n]*"|'[^'\n]*'|\{[^}]*\})|,[ \t]*(\[[^\]]*\]))`)
	keyLisp    = lazyregexp.New(`(?i)\((?:define[ \t]+)?licen[cs]e[ \t]+['(]*([^()]*)\)`)
	keyElement = lazyregexp.New(`(?i)<(?:license|PackageLicense(?:Expression|File|Url))\b[^>]*>([^<]+)</`)
	// keyKeyword matches a keyword of Lisp, keyShell a variable, keyField a line of settings.
	keyKeyword = lazyregexp.New(`(?i)[\s(]:licen[cs]es?[ \t\r\n]+(\{[^}]*\}|"[^"\n]*")`)
	keyShell   = lazyregexp.New(`(?m)^(?:license|LICENSE)[ \t]*\??=[ \t]*(?:\(([^)\n]*)\)|("[^"\n]*"|'[^'\n]*'|[^\s"'(][^\n]*))`)
	keyField   = lazyregexp.New(`(?im)^licen[cs]e[ \t]*=[ \t]*([^\s#;][^#;\n]*)`)
	// keyAbout matches the licence in a section of a recipe of conda, and keyNix an attribute of
	// Nixpkgs.
	keyAbout = lazyregexp.New(`(?m)^about:[^\n]*\n(?:[ \t]+[^\n]*\n|[ \t]*\n)*?[ \t]+license[ \t]*:[ \t]*([^\s#][^#\n]*)`)
	keyNix   = lazyregexp.New(`(?m)\blicense[ \t]*=[ \t]*(?:with[ \t]+[\w.]+;[ \t]*)?((?:[\w.]*\blicenses\.)?\w+|[^\n]+)`)
)

const yamlKey = `(?im)^licen[cs]es?[ \t]*:[ \t]*(?:\r?\n[ \t]+)??(\[[^\]]*\]|(?:\r?\n[ \t]*-[ \t][^\n]*)+|[^\s-][^\n]*(?:\n[ \t]+[^\s#-][^\n]*)*)`

// keys match the licence in a manifest, by its base name or its extension.
var keys = map[*lazyregexp.Regexp]string{
	keyLine:    "*.opam opam *.spec DESCRIPTION *.cabal package.yaml shard.yml galaxy.yml snapcraft.yaml idf_component.yml META.yml",
	keyChoice:  "CITATION.cff",
	keyCode:    "*.podspec *.rockspec *.nimble conanfile.py meson.build mix.exs *.src build.sbt build.gradle build.gradle.kts metadata.rb dub.sdl v.mod Makefile.PL Build.PL fpm.toml gleam.toml alire.toml typst.toml wally.toml Project.toml",
	keyLisp:    "dune-project info.rkt",
	keyKeyword: "project.clj *.asd",
	keyShell:   "PKGBUILD APKBUILD *.ebuild *.bb",
	keyField:   "dist.ini library.properties",
	keyAbout:   "meta.yaml recipe.yaml",
	keyNix:     "flake.nix default.nix package.nix",
	keyElement: "package.xml *.csproj *.fsproj *.vbproj Directory.Build.props",
}

var (
	quoted = lazyregexp.New(`"([^"\n]*)"|'([^'\n]*)'`)
	// namedIn matches the member of an object with the name of a licence, or with its file.
	namedIn     = lazyregexp.New(`(?i)\b(?:type|name|file)\b["']?[ \t]*(?:=>|[:=]|\.set\()?[ \t]*["']([^"'\n]*)["']`)
	lineComment = lazyregexp.New(`[ \t]+#[^\n]*`)
	// keySigns are in all keys.
	keySigns = [][]byte{[]byte("icen"), []byte("ICEN")}
)

// declared returns the licence that is the value of a key. It returns unclear for several values
// without a choice. In code, a value is a literal.
func declared(by *lazyregexp.Regexp) func(string, []byte) Notice {
	return func(_ string, content []byte) (n Notice) {
		if !has(content, keySigns) { // the expressions are slow
			return n
		}
		var all []string
		for _, m := range by.FindAllSubmatchIndex(content, mostLicenses) {
			value := bytes.TrimSpace(groups(content, m))
			behind := content[m[1]:min(len(content), m[1]+mostBehind)]
			if by == keyCode && (!literalEnds.Match(behind) || inTuple.Match(behind)) {
				return Notice{unclear: true} // it is computed
			}
			members := quoted.FindAllSubmatch(value, mostLicenses)
			if bytes.HasPrefix(value, []byte("{")) {
				if members = namedIn.FindAllSubmatch(value, 1); len(members) == 0 {
					continue // it sets up something else
				}
			}
			switch {
			case len(members) > 0:
				for _, m := range members {
					all = append(all, string(slices.Concat(m[1:]...)))
				}
			case by == keyCode:
				return Notice{unclear: true}
			default:
				if value[0] != '[' && value[0] != '-' {
					value = bytes.Join(bytes.Fields(lineComment.ReplaceAll(value, nil)), []byte(" "))
				}
				for line := range strings.SplitSeq(strings.Trim(lineComment.ReplaceAllString(string(value), ""), "[]"), "\n") {
					all = append(all, strings.TrimPrefix(strings.TrimSpace(line), "- "))
				}
			}
		}
		for i, v := range all {
			switch {
			case by == keyNix && ofNix[v[strings.LastIndexByte(v, '.')+1:]] != "":
				all[i] = ofNix[v[strings.LastIndexByte(v, '.')+1:]]
			case by == keyNix:
				return Notice{unclear: true}
			case by == keyShell: // of Yocto
				all[i] = strings.NewReplacer("&", " AND ", "|", " OR ").Replace(v)
			case by == keyElement && strings.Contains(v, "://"):
				if all[i] = addressed(strings.TrimSpace(v)); !IsSPDX(all[i]) {
					return Notice{unclear: true}
				}
			}
		}
		all = slices.DeleteFunc(all, func(v string) bool { return strings.Contains(v, "://") || unknown[key(v)] })
		slices.Sort(all)
		if all = slices.Compact(all); by == keyChoice {
			all = []string{spdx.Or(all)}
		}
		if len(all) == 1 {
			n.declare(all[0])
		}
		n.unclear = n.unclear || len(all) > 1
		return n
	}
}

// ofNix are the licences of Nixpkgs by their attributes in lib.licenses.
var ofNix = map[string]string{
	"mit": "MIT", "mit0": "MIT-0", "asl20": "Apache-2.0", "bsd2": "BSD-2-Clause", "bsd3": "BSD-3-Clause", "isc": "ISC", "mpl20": "MPL-2.0", "zlib": "Zlib", "cc0": "CC0-1.0", "unlicense": "Unlicense", "boost": "BSL-1.0",
	"gpl2Only": "GPL-2.0-only", "gpl2Plus": "GPL-2.0-or-later", "gpl3Only": "GPL-3.0-only", "gpl3Plus": "GPL-3.0-or-later", "gpl2": "GPL-2.0", "gpl3": "GPL-3.0", "lgpl21Only": "LGPL-2.1-only", "lgpl21Plus": "LGPL-2.1-or-later",
	"lgpl3Only": "LGPL-3.0-only", "lgpl3Plus": "LGPL-3.0-or-later", "agpl3Only": "AGPL-3.0-only", "agpl3Plus": "AGPL-3.0-or-later", "epl10": "EPL-1.0", "epl20": "EPL-2.0", "bsd0": "0BSD",
}

// mostBehind bounds the bytes behind a literal that say whether it is computed.
const mostBehind = 200

// literalEnds matches what may follow a literal in code: the end of its line, a closing bracket,
// the next argument, or a comment. An operator does not, nor does another literal.
var literalEnds = lazyregexp.New(`^(?:\.freeze\b)?[ \t]*(?:->|:\w|[,)\]};#%]|//|/\*|--|\r?\n\s*(?:--|//|/\*|[^\s'"+*/%&|.?\\-]|$)|$)`)

// inTuple matches a further literal of Python's tuples without parentheses.
var inTuple = lazyregexp.New(`^[ \t]*,[ \t]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*(?:[,#)\r\n]|$)`)

// groups returns the bytes of all groups of a match.
func groups(content []byte, match []int) (all []byte) {
	for i := 2; i < len(match); i += 2 {
		if match[i] >= 0 {
			all = append(all, content[match[i]:match[i+1]]...)
		}
	}
	return all
}

// declare sets a licence by its name, as the head of a file may state it.
func (n *Notice) declare(name string) {
	if n.state(name); n.refers != "" || n.License != "" && !slices.ContainsFunc(spdx.Alternatives(n.License), func(all []string) bool {
		return slices.ContainsFunc(all, func(id string) bool { return !IsSPDX(id) })
	}) {
		return
	}
	s, _ := license.Read([]byte("License: "+name), license.Leading)
	n.License, n.refers = s.License+s.Family, s.File
	n.unclear = n.License == "" && n.refers == ""
}
