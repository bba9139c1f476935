package main

import (
	_ "embed" // the licences of others
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/stamp"
)

// A release build sets [stamp.Version], and the values of Go's stamps of version control. A linked
// work tree, a build with -buildvcs=false and a tar file have none.
var (
	version = stamp.Version
	commit  string
	date    string // of the commit, RFC 3339
)

// thirdParty has the licences and notices of the modules that are compiled in. go -C bench run
// ./thirdparty writes it.
//
//go:embed third-party.txt
var thirdParty string

func newVersion(g *global) *cobra.Command {
	var licenses bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit and how the program was built",
		Long: `Version prints the version of the program, the commit that it was built from,
the date of the commit, and the version of Go, as --version does. The commit is
unknown if neither a release nor a git checkout was built. --licenses prints the
licences and notices of the modules that are compiled in.`,
		Example: `  chaffinch version
  chaffinch version --licenses > THIRD-PARTY.txt
  chaffinch version --json | jq -r .commit`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := exclusive("json", g.json, "licenses", licenses); err != nil {
				return err
			}
			if licenses {
				_, err := io.WriteString(cmd.OutOrStdout(), thirdParty)
				return err
			}
			return runVersion(cmd.OutOrStdout(), g)
		},
	}
	cmd.Flags().BoolVar(&licenses, "licenses", false, "print the licences of the modules in the program")
	return cmd
}

func runVersion(out io.Writer, g *global) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	b := buildOf(info)
	if g.json {
		return printJSON(out, b)
	}
	_, err := io.WriteString(out, b.text())
	return err
}

// build describes how and from what the program was built.
type build struct {
	Version  string `json:"version"`  // of the module or release
	Commit   string `json:"commit"`   // empty if unknown
	Date     string `json:"date"`     // of the commit, RFC 3339; empty if unknown
	Modified bool   `json:"modified"` // the checkout differed from the commit
	Go       string `json:"go"`       // such as go1.26.8
	Platform string `json:"platform"` // operating system and processor
}

// buildOf returns the build data that the Go command or the release build recorded. go install
// MODULE@VERSION records the version of the module, and no commit.
func buildOf(info *debug.BuildInfo) build {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	b := build{
		Version: version, Commit: set["vcs.revision"], Date: set["vcs.time"],
		Modified: set["vcs.modified"] == "true", Go: info.GoVersion,
		Platform: set["GOOS"] + "/" + set["GOARCH"],
	}
	if b.Commit == "" && commit != "" {
		b.Commit, b.Date = commit, date
	} else if v := info.Main.Version; b.Commit == "" && strings.HasPrefix(v, "v") {
		b.Version = strings.TrimPrefix(v, "v")
	}
	return b
}

func (b build) text() string {
	commit := "unknown"
	if b.Commit != "" {
		commit = b.Commit + " of " + b.Date
	}
	if b.Modified {
		commit += ", with changes"
	}
	return fmt.Sprintf("chaffinch version %s\ncommit %s\n%s %s\n", b.Version, commit, b.Go, b.Platform)
}
