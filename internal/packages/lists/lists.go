// Package lists reads the packages that a project uses from lock files, manifests and bills of
// materials.
package lists

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/mod/modfile"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/packages"
)

// list is a kind of file that lists packages: a lock file, a manifest or a bill of materials.
type list struct {
	names []string // patterns of the names of such files, in lower case
	read  func([]byte, *found) error
}

// lists are the kinds of files that list packages. The first one that has the name reads it.
var lists = []list{
	{[]string{"package-lock.json", "npm-shrinkwrap.json"}, npmLock},
	{[]string{"pnpm-lock.yaml"}, byLines(`^  ['"]?/?((?:@[^/]+/)?[^@/'"(]+)(?:@|/)([0-9][^:('"_]*).*:$`, "npm")},
	{[]string{"yarn.lock"}, yarnLock},
	{[]string{"go.mod"}, goMod},
	{[]string{"go.sum"}, byLines(`^(\S+) (v[^\s/]+) h1:`, "golang")},
	{[]string{"cargo.lock"}, tomlLock("cargo")},
	{[]string{"poetry.lock", "uv.lock", "pdm.lock"}, tomlLock("pypi")},
	{[]string{"requirements*.txt", "constraints*.txt"}, requirements},
	{[]string{"pipfile.lock"}, pipLock},
	{[]string{"gemfile.lock", "gems.locked"}, byLines(`^    ([A-Za-z0-9._-]+) \(([0-9][^)-]*)[^)]*\)$`, "gem")},
	{[]string{"gradle.lockfile", "*.lockfile"}, gradleLock},
	{[]string{"pom.xml"}, pom},
	{[]string{"*.json"}, billOfMaterials},
}

// found are the packages of a list, by their names, and the entries that name none.
type found struct {
	names  map[string]bool
	unread map[string]string // the reasons, by entry
}

func (f *found) add(kind, name, version string) {
	id := packages.Name(kind, name, version)
	switch _, err := packages.Parse(id); {
	case version == "":
		f.unread[name] = "has no exact version"
	case err != nil:
		f.unread[name+" "+version] = "is no version of a registry"
	default:
		f.names[id] = true
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

// Read returns the names of the packages that a file lists, sorted, and the entries that name none,
// with the reason.
func Read(file string, content []byte) (names, unread []string, err error) {
	l := listOf(file)
	if l == nil {
		return nil, nil, fmt.Errorf("%s: its name is none of a list that is read, such as package-lock.json, go.mod or requirements.txt, or of an SBOM in JSON", filepath.Base(file))
	}
	f := found{map[string]bool{}, map[string]string{}}
	if err := l.read(content, &f); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	for _, entry := range slices.Sorted(maps.Keys(f.unread)) {
		unread = append(unread, entry+" "+f.unread[entry])
	}
	return slices.Sorted(maps.Keys(f.names)), unread, nil
}

// byLines reads lines that the pattern matches: its first group is the name, its second the
// version.
func byLines(pattern, kind string) func([]byte, *found) error {
	r := lazyregexp.New(pattern)
	return func(content []byte, f *found) error {
		return eachLine(content, func(line string) {
			if m := r.FindStringSubmatch(line); m != nil {
				f.add(kind, m[1], m[2])
			}
		})
	}
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
		Name, Version, Resolved string
		Link                    bool
		Dependencies            json.RawMessage
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
		case e.Link:
		case strings.HasPrefix(e.Resolved, "file:"), strings.HasPrefix(e.Resolved, "git"):
			f.unread[name] = "is not of a registry"
		default:
			f.add("npm", name, e.Version)
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
			if len(e.Dependencies) > 0 && depth < 100 {
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

var (
	yarnHead    = lazyregexp.New(`^"?((?:@[^@/"]+/)?[^@/"]+)@([^",]*)`)
	yarnVersion = lazyregexp.New(`^  version:? "?([^"]+)"?$`)
)

// yarnLock reads entries whose heads name a package with the wanted version, and whose second line
// has the version.
func yarnLock(content []byte, f *found) error {
	name := ""
	return eachLine(content, func(line string) {
		if m := yarnHead.FindStringSubmatch(line); m != nil {
			if name = m[1]; strings.HasPrefix(m[2], "workspace:") || strings.HasPrefix(m[2], "file:") || strings.HasPrefix(m[2], "link:") || strings.HasPrefix(m[2], "portal:") {
				name = ""
			} else if alias, ok := strings.CutPrefix(m[2], "npm:"); ok && strings.LastIndexByte(alias, '@') > 0 {
				name = alias[:strings.LastIndexByte(alias, '@')]
			}
		} else if m := yarnVersion.FindStringSubmatch(line); m != nil && name != "" {
			f.add("npm", name, m[1])
			name = ""
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
				Name, Version string
				Source        any
			}
		}
		if err := toml.Unmarshal(content, &lock); err != nil {
			return err
		}
		for _, p := range lock.Package {
			own := kind == "cargo" && p.Source == nil
			switch source := p.Source.(type) {
			case string:
				if !strings.HasPrefix(source, "registry+") && !strings.HasPrefix(source, "sparse+") {
					f.unread[p.Name] = "is not of a registry"
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
			if !own {
				f.add(kind, p.Name, p.Version)
			}
		}
		return nil
	}
}

// indexOption matches a line of options that name no package.
var indexOption = lazyregexp.New(`^(?:-i|--(?:hash|index-url|extra-index-url|find-links|no-binary|only-binary|pre|trusted-host))\b`)

var required = lazyregexp.New(`^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(?:===?\s*([^\s;,#\\]+))?(.*)$`)

// requirements reads lines with a name and a version; others have no version.
func requirements(content []byte, f *found) error {
	return eachLine(content, func(line string) {
		line = strings.TrimSpace(line)
		if m := required.FindStringSubmatch(line); m != nil && !strings.Contains(m[3], "://") {
			f.add("pypi", m[1], m[2])
		} else if line != "" && !strings.HasPrefix(line, "#") && !indexOption.MatchString(line) {
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
		var all map[string]struct{ Version string }
		if section != "_meta" && json.Unmarshal(raw, &all) == nil {
			for name, p := range all {
				f.add("pypi", name, strings.TrimPrefix(p.Version, "=="))
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
		id, _, _ = strings.Cut(id, "?")
		id, _, _ = strings.Cut(id, "#")
		if r, err := packages.Parse(id); err != nil || r.Version == "" {
			f.unread[name] = "has no package URL of a registry with a version"
		} else {
			f.names[r.String()] = true
		}
	}
	var below func([]json.RawMessage, int) error
	below = func(all []json.RawMessage, depth int) error {
		for _, raw := range all {
			var c component
			if err := json.Unmarshal(raw, &c); err != nil {
				return err
			}
			if add(c.Name, c.Purl); depth < 100 {
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
