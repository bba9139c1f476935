// Package lists reads the packages that a project uses from lock files, manifests and bills of
// materials.
package lists

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/packages"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/tomltext"
)

// list is a kind of file that lists packages: a lock file, a manifest or a bill of materials.
type list struct {
	names []string // patterns of the names of such files, in lower case
	read  func([]byte, *found) error
}

// lists are the kinds of files that list packages. The first one that has the name reads it.
var lists = []list{
	{[]string{"package-lock.json", "npm-shrinkwrap.json"}, npmLock},
	{[]string{"pnpm-lock.yaml"}, pnpmLock},
	{[]string{"yarn.lock"}, yarnLock},
	{[]string{"go.mod"}, goMod},
	{[]string{"go.sum"}, byLines(`^(\S+) (v[^\s/]+)(?: (.*))?$`, "golang")},
	{[]string{"cargo.lock"}, tomlLock("cargo")},
	{[]string{"poetry.lock", "uv.lock", "pdm.lock"}, tomlLock("pypi")},
	{[]string{"requirements*.txt", "constraints*.txt"}, requirements},
	{[]string{"pipfile.lock"}, pipLock},
	{[]string{"gemfile.lock", "gems.locked"}, gemLock},
	{[]string{"gradle.lockfile", "*.lockfile"}, gradleLock},
	{[]string{"pom.xml"}, pom},
	{[]string{"*.json"}, billOfMaterials},
}

// found are the packages of a list, by their names, and the entries that name none.
type found struct {
	names  map[string][]string // the checksums
	unread map[string]string   // the reasons, by entry
	left   map[string]bool     // names that are not fetched, wherever else the list has them
}

// addOf adds a package of a registry that its client need not ask. It needs a checksum.
func (f *found) addOf(registry, kind, name, version string, checksums []string) {
	if len(checksums) == 0 && registry != "" {
		f.unread[name+" "+version] = "is of " + registry + ", and has no checksum"
		f.left[purl.Of(kind, name, version)] = true
		return
	}
	f.add(kind, name, version, checksums...)
}

func (f *found) add(kind, name, version string, checksums ...string) {
	id := purl.Of(kind, name, version)
	_, err := packages.Parse(id)
	_, wrong := packages.Parse(packages.WithChecksums(id, checksums))
	switch {
	case version == "":
		f.unread[name] = "has no exact version"
	case err != nil:
		f.unread[name+" "+version] = "is no version of a registry"
	case wrong != nil || slices.Contains(checksums, ""):
		f.unread[name+" "+version] = "has a damaged checksum"
		f.left[id] = true
	default:
		f.names[id] = append(f.names[id], checksums...)
	}
}

func listOf(file string) *list {
	name := strings.ToLower(filepath.Base(file))
	for i := range lists {
		for _, pattern := range lists[i].names {
			if is, _ := filepath.Match(pattern, name); is {
				return &lists[i]
			}
		}
	}
	return nil
}

// Read returns the packages that a file lists, sorted. It also returns the entries that name no
// package, with the reason.
func Read(file string, content []byte) (names, unread []string, err error) {
	l := listOf(file)
	if l == nil {
		return nil, nil, fmt.Errorf("%s: unknown list: use a file such as package-lock.json, go.mod or requirements.txt, or an SBOM in JSON", filepath.Base(file))
	}
	content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	f := found{map[string][]string{}, map[string]string{}, map[string]bool{}}
	if err := l.read(content, &f); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	for _, entry := range slices.Sorted(maps.Keys(f.unread)) {
		unread = append(unread, entry+" "+f.unread[entry])
	}
	for _, name := range slices.Sorted(maps.Keys(f.names)) {
		if f.left[name] {
			continue
		}
		sums := f.names[name]
		slices.Sort(sums)
		names = append(names, packages.WithChecksums(name, slices.Compact(sums)))
	}
	return names, unread, nil
}

// mostDepth bounds the depth of entries in entries: no list needs more.
const mostDepth = 16

// byLines reads lines that the pattern matches: its first group is the name, its second the
// version, its third the checksum.
func byLines(pattern, kind string) func([]byte, *found) error {
	r := lazyregexp.New(pattern)
	return func(content []byte, f *found) error {
		return eachLine(content, func(line string) {
			if m := r.FindStringSubmatch(line); m != nil {
				f.add(kind, m[1], m[2], m[3:]...)
			}
		})
	}
}

// publicNPM are the registries that npm asks by itself, all with the same packages.
var publicNPM = lazyregexp.New(`^https?://registry\.(?:npmjs\.org|yarnpkg\.com)/`)

// registryOf names the registry of an address; "" for a public one, or if it is not known.
func registryOf(address string) string {
	if address == "" || publicNPM.MatchString(address) {
		return ""
	}
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return "another registry"
}

// checksumsOf returns the checksums of a value in lock files of npm. The value is for subresource
// integrity (W3C, Subresource Integrity). A damaged one stays as it is, for add to tell. MD5 proves
// nothing, and is left out.
func checksumsOf(integrity string) (sums []string) {
	for _, one := range strings.Fields(integrity) {
		one, _, _ = strings.Cut(one, "?") // options
		algorithm, text, _ := strings.Cut(one, "-")
		if sum, err := base64.StdEncoding.DecodeString(text); err != nil {
			sums = append(sums, one)
		} else if algorithm != "md5" {
			sums = append(sums, algorithm+":"+hex.EncodeToString(sum))
		}
	}
	return sums
}

func eachLine(content []byte, do func(line string)) error {
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		do(strings.TrimRight(lines.Text(), " \r"))
	}
	return lines.Err()
}

// npmLock reads package-lock.json of all versions: packages by folder, or dependencies by name.
func npmLock(content []byte, f *found) error {
	type entry struct {
		Name, Version, Resolved, Integrity string
		Link, InBundle, Bundled            bool
		Dependencies                       json.RawMessage
	}
	var lock struct {
		Packages     map[string]entry
		Dependencies map[string]entry
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return err
	}
	add := func(name string, e entry) {
		switch {
		case e.Link, e.InBundle, e.Bundled: // a folder; a part of another package
		case strings.HasPrefix(e.Resolved, "file:"), strings.HasPrefix(e.Resolved, "git"):
			f.unread[name] = "is not of a registry"
		default:
			f.addOf(registryOf(e.Resolved), "npm", name, e.Version, checksumsOf(e.Integrity))
		}
	}
	for folder, e := range lock.Packages {
		if at := strings.LastIndex(folder, "node_modules/"); at >= 0 { // others are of the project
			name := folder[at+len("node_modules/"):]
			if e.Name != "" { // an alias
				name = e.Name
			}
			add(name, e)
		}
	}
	var below func(map[string]entry, int) error
	below = func(all map[string]entry, depth int) error {
		for name, e := range all {
			add(name, e)
			var inner map[string]entry
			if len(e.Dependencies) > 0 && depth < mostDepth {
				if err := json.Unmarshal(e.Dependencies, &inner); err != nil {
					return err
				}
			}
			if err := below(inner, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	if len(lock.Packages) > 0 {
		return nil
	}
	return below(lock.Dependencies, 0)
}

var gemLine = lazyregexp.New(`^    ([A-Za-z0-9._-]+) \(([0-9][^)-]*)[^)]*\)$`)

// gemLock reads the gems of the section GEM, and names the others.
func gemLock(content []byte, f *found) error {
	section := ""
	return eachLine(content, func(line string) {
		if line != "" && line[0] != ' ' {
			section = line
		} else if m := gemLine.FindStringSubmatch(line); m != nil && section == "GEM" {
			f.add("gem", m[1], m[2])
		} else if m != nil {
			f.unread[m[1]] = "is not of a registry"
		}
	})
}

var (
	yarnHead  = lazyregexp.New(`^"?((?:@[^@/"]+/)?[^@/"]+)@([^",]*)`)
	yarnField = lazyregexp.New(`^  (version|resolved|integrity):? "?([^"]+?)"?$`)
)

// yarnLock reads entries whose heads name a package with the wanted version. The second line of an
// entry has the version.
func yarnLock(content []byte, f *found) error {
	name, version, resolved, sums := "", "", "", []string(nil)
	flush := func() {
		if name != "" && version != "" {
			f.addOf(registryOf(resolved), "npm", name, version, sums)
		}
		name, version, resolved, sums = "", "", "", nil
	}
	defer flush()
	return eachLine(content, func(line string) {
		if line == "" {
			flush()
		}
		if m := yarnHead.FindStringSubmatch(line); m != nil {
			m[2] = strings.TrimSuffix(m[2], ":")
			if name = m[1]; strings.Contains(m[2], ":") && !strings.HasPrefix(m[2], "npm:") || strings.Contains(m[2], "/") && !strings.HasPrefix(m[2], "npm:") {
				if !strings.HasPrefix(m[2], "workspace:") {
					f.unread[name] = "is not of a registry"
				}
				name = ""
			} else if alias, ok := strings.CutPrefix(m[2], "npm:"); ok && strings.LastIndexByte(alias, '@') > 0 {
				name = alias[:strings.LastIndexByte(alias, '@')]
			}
		} else if m := yarnField.FindStringSubmatch(line); m != nil {
			switch m[1] {
			case "version":
				version = m[2]
			case "resolved":
				resolved, _, _ = strings.Cut(m[2], "#")
			case "integrity":
				sums = checksumsOf(m[2])
			}
		}
	})
}

var (
	pnpmHead = lazyregexp.New(`^  ['"]?/?((?:@[^/]+/)?[^@/'"(]+)(?:@|/)([0-9][^:('"_]*).*:$`)
	pnpmSum  = lazyregexp.New(`^    resolution: \{integrity: ([^,}\s]+)(?:, tarball: ([^,}\s]+))?`)
)

// pnpmLock reads heads with name and version, and the checksums below them.
func pnpmLock(content []byte, f *found) error {
	var head []string
	return eachLine(content, func(line string) {
		if m := pnpmHead.FindStringSubmatch(line); m != nil {
			head = m
			f.add("npm", m[1], m[2])
		} else if m := pnpmSum.FindStringSubmatch(line); m != nil && head != nil {
			f.addOf(registryOf(m[2]), "npm", head[1], head[2], checksumsOf(m[1]))
		}
	})
}

func goMod(content []byte, f *found) error {
	file, err := modfile.Parse("go.mod", content, nil)
	if err != nil { // of a later version of Go
		file, err = modfile.ParseLax("go.mod", content, nil)
	}
	if err != nil {
		return err
	}
	replaced := map[string]*modfile.Replace{}
	for _, r := range file.Replace {
		replaced[r.Old.Path] = r
	}
	for _, r := range file.Require {
		at := r.Mod
		if by := replaced[at.Path]; by != nil && (by.Old.Version == "" || by.Old.Version == at.Version) {
			if at = by.New; at.Version == "" {
				f.unread[r.Mod.Path] = "is replaced by a folder"
				continue
			}
		}
		f.add("golang", at.Path, at.Version)
	}
	return nil
}

// tomlLock reads [[package]] of Cargo, Poetry, uv and PDM. A package whose source is a folder or a
// repository is not of a registry.
func tomlLock(kind string) func([]byte, *found) error {
	return func(content []byte, f *found) error {
		var lock struct {
			Package []struct {
				Name, Version, Checksum string
				Source                  any
				Files                   []struct{ Hash string }
				Wheels                  []struct{ Hash string }
				Sdist                   struct{ Hash string }
			}
		}
		if err := tomltext.Unmarshal(content, &lock); err != nil {
			return err
		}
		for _, p := range lock.Package {
			own := kind == "cargo" && p.Source == nil
			switch source := p.Source.(type) {
			case string:
				if source != "registry+https://github.com/rust-lang/crates.io-index" && source != "sparse+https://index.crates.io/" {
					f.unread[p.Name] = "is not of the public registry"
					continue
				}
			case map[string]any:
				if source["editable"] != nil || source["virtual"] != nil {
					own = true
				} else if kind, _ := source["type"].(string); source["registry"] == nil && kind != "legacy" && kind != "pypi" {
					f.unread[p.Name] = "is not of a registry"
					continue
				}
			}
			var sums []string
			if kind == "cargo" && p.Checksum != "" {
				sums = append(sums, "sha256:"+p.Checksum)
			}
			for _, file := range slices.Concat(p.Files, p.Wheels, []struct{ Hash string }{p.Sdist}) {
				if file.Hash != "" && !strings.HasPrefix(file.Hash, "md5:") {
					sums = append(sums, file.Hash)
				}
			}
			if !own {
				f.add(kind, p.Name, p.Version, sums...)
			}
		}
		return nil
	}
}

var (
	// otherIndex matches an option by which packages come from elsewhere.
	otherIndex = lazyregexp.New(`^(?:-i|--index-url|--extra-index-url|-f|--find-links)\b[\s=]*(.*)`)
	pypiIndex  = lazyregexp.New(`^https://pypi\.org/`)
	option     = lazyregexp.New(`^--(?:hash|no-binary|only-binary|pre|trusted-host|prefer-binary|require-hashes|no-index)\b`)
	pipHash    = lazyregexp.New(`--hash(?:=|\s)\s*\S*`)
	required   = lazyregexp.New(`^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?:===?\s*([^\s;,#\\]+))?(.*)$`)
)

// requirements reads lines with a name and a version. A line may go on in further lines with
// hashes. If packages come from another index, they need hashes.
func requirements(content []byte, f *found) error {
	elsewhere := ""
	text := strings.ReplaceAll(strings.ReplaceAll(string(content), "\r\n", "\n"), "\\\n", " ")
	err := eachLine([]byte(text), func(line string) {
		if m := otherIndex.FindStringSubmatch(strings.TrimSpace(line)); m != nil && !pypiIndex.MatchString(m[1]) {
			elsewhere = "another index"
		}
	})
	if err != nil {
		return err
	}
	return eachLine([]byte(text), func(line string) {
		line = strings.TrimSpace(line)
		m := required.FindStringSubmatch(line)
		switch {
		case m != nil && !strings.Contains(m[3], "://"):
			var sums []string
			for _, hash := range pipHash.FindAllString(line, -1) {
				sums = append(sums, strings.TrimLeft(strings.TrimPrefix(hash, "--hash"), "= \t"))
			}
			f.addOf(elsewhere, "pypi", m[1], m[2], sums)
		case line != "" && !strings.HasPrefix(line, "#") && !option.MatchString(line) && !otherIndex.MatchString(line):
			f.unread[line] = "is not followed"
		}
	})
}

func pipLock(content []byte, f *found) error {
	var lock map[string]json.RawMessage
	if err := json.Unmarshal(content, &lock); err != nil {
		return err
	}
	for section, raw := range lock {
		var all map[string]struct {
			Version string
			Hashes  []string
		}
		if section != "_meta" && json.Unmarshal(raw, &all) == nil {
			for name, p := range all {
				f.add("pypi", name, strings.TrimPrefix(p.Version, "=="), p.Hashes...)
			}
		}
	}
	return nil
}

func gradleLock(content []byte, f *found) error {
	return eachLine(content, func(line string) {
		module, _, _ := strings.Cut(line, "=")
		if parts := strings.Split(module, ":"); len(parts) == 3 && !strings.HasPrefix(line, "#") {
			f.add("maven", parts[0]+"/"+parts[1], parts[2])
		}
	})
}

var property = lazyregexp.New(`\$\{([^}]+)\}`)

// pom reads the dependencies of a pom.xml, with its own properties.
func pom(content []byte, f *found) error {
	var project struct {
		Version      string `xml:"version"`
		GroupID      string `xml:"groupId"`
		Dependencies []struct {
			GroupID    string `xml:"groupId"`
			ArtifactID string `xml:"artifactId"`
			Version    string `xml:"version"`
		} `xml:"dependencies>dependency"`
		Managed []struct {
			GroupID    string `xml:"groupId"`
			ArtifactID string `xml:"artifactId"`
			Version    string `xml:"version"`
		} `xml:"dependencyManagement>dependencies>dependency"`
		Properties struct {
			All []struct {
				XMLName xml.Name
				Value   string `xml:",chardata"`
			} `xml:",any"`
		} `xml:"properties"`
	}
	if err := xml.Unmarshal(content, &project); err != nil {
		return err
	}
	values := map[string]string{"project.version": project.Version, "project.groupId": project.GroupID}
	for _, p := range project.Properties.All {
		values[p.XMLName.Local] = strings.TrimSpace(p.Value)
	}
	filled := func(text string) string {
		return property.ReplaceAllStringFunc(strings.TrimSpace(text), func(name string) string {
			if value, ok := values[name[2:len(name)-1]]; ok {
				return value
			}
			return name
		})
	}
	managed := map[string]string{}
	for _, d := range project.Managed {
		managed[filled(d.GroupID)+"/"+filled(d.ArtifactID)] = filled(d.Version)
	}
	for _, d := range project.Dependencies {
		name := filled(d.GroupID) + "/" + filled(d.ArtifactID)
		version := filled(d.Version)
		if version == "" {
			version = managed[name]
		}
		f.add("maven", name, version)
	}
	return nil
}

// billOfMaterials reads the package URLs of CycloneDX and SPDX in JSON.
func billOfMaterials(content []byte, f *found) error {
	type component struct {
		Name, Purl string
		Components []json.RawMessage
	}
	var bill struct {
		BomFormat, SpdxVersion string
		Components             []json.RawMessage
		Packages               []struct {
			Name         string
			ExternalRefs []struct{ ReferenceType, ReferenceLocator string }
		}
	}
	if err := json.Unmarshal(content, &bill); err != nil {
		return err
	}
	if bill.BomFormat == "" && bill.SpdxVersion == "" {
		return fmt.Errorf("it is neither CycloneDX nor SPDX")
	}
	add := func(name, id string) {
		id, qualifiers, _ := strings.Cut(id, "?")
		if strings.Contains(qualifiers, "repository_url=") || strings.Contains(qualifiers, "vcs_url=") || strings.Contains(qualifiers, "download_url=") {
			f.unread[name] = "is of another registry"
			return
		}
		id, _, _ = strings.Cut(id, "#")
		if r, err := packages.Parse(id); err != nil || r.Version == "" {
			f.unread[name] = "has no package URL of a registry with a version"
		} else {
			f.names[r.String()] = append(f.names[r.String()], r.Checksums...)
		}
	}
	var below func([]json.RawMessage, int) error
	below = func(all []json.RawMessage, depth int) error {
		for _, raw := range all {
			var c component
			if err := json.Unmarshal(raw, &c); err != nil {
				return err
			}
			if add(c.Name, c.Purl); depth < mostDepth {
				if err := below(c.Components, depth+1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for _, p := range bill.Packages {
		at := slices.IndexFunc(p.ExternalRefs, func(r struct{ ReferenceType, ReferenceLocator string }) bool { return r.ReferenceType == "purl" })
		if at >= 0 {
			add(p.Name, p.ExternalRefs[at].ReferenceLocator)
		} else {
			f.unread[p.Name] = "has no package URL"
		}
	}
	return below(bill.Components, 0)
}
