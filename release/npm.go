package main

import (
	_ "embed" // the starter
	"encoding/json"
	"os"
	"strings"
)

//go:embed npm/chaffinch.js
var starter []byte

// npmScope has a package of each platform. npm installs the one that fits.
const npmScope = "@chaffinch-search"

// npmPlatform names a platform as node does.
var npmPlatform = strings.NewReplacer("windows", "win32", "amd64", "x64", "/", "-")

// npmPackage is a package.json.
type npmPackage struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	Description          string            `json:"description"`
	License              string            `json:"license"`
	Homepage             string            `json:"homepage"`
	Repository           map[string]string `json:"repository"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	Bin                  map[string]string `json:"bin,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplugged      bool              `json:"preferUnplugged,omitempty"`
	PublishConfig        map[string]string `json:"publishConfig,omitempty"`
}

// npm makes a package with the program for each platform. One more depends on them and has the
// browser edition.
func (r *release) npm(out string) error {
	main := r.npmPackage("chaffinch", summary)
	main.Bin = map[string]string{"chaffinch": "bin/chaffinch.js"}
	main.OptionalDependencies = map[string]string{}
	for _, platform := range r.platforms {
		program, err := os.ReadFile(r.programs[platform])
		if err != nil {
			return err
		}
		name := npmPlatform.Replace(platform)
		system, processor, _ := strings.Cut(name, "-")
		p := r.npmPackage(npmScope+"/"+name, "The program chaffinch for "+name)
		p.OS, p.CPU, p.PreferUnplugged = []string{system}, []string{processor}, true
		p.PublishConfig = map[string]string{"access": "public"} // packages of a scope are private otherwise
		main.OptionalDependencies[p.Name] = r.version
		if err := r.npmWrite(out, p, file{"bin/chaffinch" + exe(platform), 0o755, program}); err != nil {
			return err
		}
	}
	files := []file{{"bin/chaffinch.js", 0o755, starter}, {"README.md", 0o644, r.extra.readme}}
	if r.extra.page != nil {
		files = append(files, file{"page/index.html", 0o644, r.extra.page})
	}
	return r.npmWrite(out, main, files...)
}

func (r *release) npmPackage(name, description string) npmPackage {
	return npmPackage{Name: name, Version: r.version, Description: description, License: license, Homepage: homepage,
		Repository: map[string]string{"type": "git", "url": "git+" + homepage + ".git"}}
}

func (r *release) npmWrite(out string, p npmPackage, files ...file) error {
	manifest, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	files = append(files, file{"package.json", 0o644, append(manifest, '\n')}, file{"LICENSE", 0o644, r.extra.license},
		file{"THIRD-PARTY.txt", 0o644, r.extra.notices})
	data, err := tarGz("package/", files, r.at)
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(strings.TrimPrefix(p.Name, "@"), "/", "-") // as npm pack calls it
	return write(out, name+"-"+p.Version+".tgz", data)
}
