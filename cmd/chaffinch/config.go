package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/settings"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

func newConfig(g *global) *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "List the settings of chaffinch.toml",
		Long: `Config lists the settings of chaffinch.toml, and the index that commands use.

The file is the one of --config, else the nearest chaffinch.toml in the working
directory or a parent of it. It holds values of flags under their names:

    exclude = ["vendor/"]    # for every command that has the flag

    [pairs]                  # for one command
    min-score = 0.5
    base = ["handout/"]      # relative to the folder of the file

    [boilerplate.add]
    generated = true

A flag on the command line comes first, then $` + indexpath.Variable + `, then the table
of the command, the top of the file, and the default. A repeatable flag on the
command line replaces the list of the file. An unknown name, or a value of
another type, is an error. Flags that write files or start a program, such as
--output, --html and --open, cannot be set: the file may come with other
people's files. Only a file of --config sets flags that delete, index or give
access, such as --prune and --listen.

Exit status: 0 if there are settings, 1 if not, 2 after an error.`,
		Example: `  chaffinch config
  chaffinch --config strict.toml pairs src/
  chaffinch --config "" search snippet.c    # without the file`,
		SuggestFor:        []string{"settings"},
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runConfig(cmd, g)
		},
	}
}

// listedSetting is a setting of chaffinch.toml.
type listedSetting struct {
	Setting string   `json:"setting"` // its name, such as pairs.top
	Values  []string `json:"values"`  // as in the file
	From    string   `json:"from"`    // the file and line
}

func runConfig(c *cobra.Command, g *global) error {
	out := c.OutOrStdout()
	file, found, err := settingsFor(c)
	if err != nil {
		return err
	}
	listed := []listedSetting{}
	for _, s := range found {
		listed = append(listed, listedSetting{s.Key(), append([]string{}, s.Values...), origin(file, s)})
	}
	used, _ := indexpath.Existing(g.named()) // there may be none yet
	if g.json {
		return nothingIf(printJSON(out, map[string]any{"file": file, "index": used, "settings": listed}), len(listed))
	}
	if used != "" {
		fmt.Fprintf(out, "index %s\n", terminal.Safe(terminal.Nearby(used)))
	}
	if len(listed) == 0 {
		return g.nothing(c.ErrOrStderr(), "no settings: see chaffinch config --help")
	}
	table := terminal.NewTable("setting", "value", "/from")
	for _, s := range listed {
		table.Row(terminal.Safe(s.Setting), terminal.Safe(strings.Join(s.Values, ", ")), terminal.Safe(s.From))
	}
	return writeRows(out, table, len(listed))
}

// settingsFor returns the file with the settings, or "", and its settings.
func settingsFor(c *cobra.Command) (file string, found []settings.Setting, err error) {
	if file, err = settingsFile(c.Flags()); err != nil {
		return "", nil, err
	}
	named := c.Flags().Changed("config")
	found, err = await(c.Context(), func() ([]settings.Setting, error) { return readSettings(file, named) })
	return file, found, err
}

// settingsFile returns the file with the settings, or "".
func settingsFile(flags *pflag.FlagSet) (string, error) {
	if flags.Changed("config") {
		return flags.GetString("config")
	}
	path, err := settings.Find(".")
	return terminal.Nearby(path), err
}

func origin(file string, s settings.Setting) string { return fmt.Sprintf("%s:%d", file, s.Line) }

// readSettings reads a file of settings and checks each. The user has named the file, or it was
// found. "" is a file without settings.
func readSettings(file string, named bool) ([]settings.Setting, error) {
	if file == "" {
		return nil, nil
	}
	found, err := settings.Read(file)
	if err != nil {
		return nil, err
	}
	fresh := newRoot() // its flags are set to see whether that succeeds
	for _, s := range found {
		if err := checkSetting(fresh, file, named, s); err != nil {
			return nil, &settings.Error{Path: file, Line: s.Line, Text: errorText(err, nil)}
		}
	}
	return found, nil
}

// inFile tells how a settings file may set a flag. The file may come with other people's files.
type inFile int

const (
	refused   inFile = iota // writes files, or starts a program: only the command line sets it
	byName                  // deletes, indexes, or gives access: only a file that the user names sets it
	narrowing               // may make a scan read, search or find less: its report names the file that sets it
	harmless                // changes the printed text, reads more, is stricter, or is counted with its place
)

// mayNarrow reports whether a flag's value may make a scan find less.
func mayNarrow(f *pflag.Flag) bool {
	return inFiles[f.Name] != harmless && (f.Name == "index" || f.Value.String() != f.DefValue)
}

// checkSetting returns an error if no command has the flag, or takes the value.
func checkSetting(root *cobra.Command, file string, byUser bool, s settings.Setting) error {
	commands, err := commandsOf(root, s)
	if err != nil {
		return err
	}
	known, all := false, pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, c := range commands {
		c.InheritedFlags() // adds them to Flags
		all.AddFlagSet(c.Flags())
		if f := c.Flags().Lookup(s.Flag); f != nil {
			known = true
			if err := checkClass(s, byUser); err != nil {
				return err
			}
			if err := setFlag(f, file, s); err != nil {
				return err
			}
		}
	}
	if known {
		return nil
	}
	if near := flagsLike(all, s.Flag); len(near) > 0 {
		return fmt.Errorf("unknown setting %s: did you mean %s?", s.Key(), strings.ReplaceAll(strings.Join(near, " or "), "--", ""))
	}
	return fmt.Errorf("unknown setting %s: %s --help lists the flags", s.Key(), "chaffinch "+cmp.Or(s.Command, "COMMAND"))
}

// checkClass returns an error if no file, or no found file, may set a flag.
func checkClass(s settings.Setting, byUser bool) error {
	switch {
	case inFiles[s.Flag] == refused:
		return fmt.Errorf("%s cannot be set in a file: use --%s on the command line", s.Key(), s.Flag)
	case inFiles[s.Flag] == byName && !byUser:
		return fmt.Errorf("%s cannot be set in a file that was found: name the file with --config, or use --%s", s.Key(), s.Flag)
	}
	if s.Flag == "decisions" && s.Kind == settings.Text && !filepath.IsLocal(cmp.Or(s.Values[0], ".")) {
		return fmt.Errorf("%s is not below the folder of this file: use --%s on the command line", s.Key(), s.Flag)
	}
	return nil
}

// commandsOf returns the commands that a setting is for.
func commandsOf(root *cobra.Command, s settings.Setting) ([]*cobra.Command, error) {
	var all []*cobra.Command
	each(root, func(c *cobra.Command) { all = append(all, c) })
	if s.Command == "" {
		return all, nil
	}
	for _, c := range all {
		if commandName(c) == s.Command {
			return []*cobra.Command{c}, nil
		}
	}
	return nil, fmt.Errorf("unknown command [%s]: chaffinch --help lists the commands", strings.ReplaceAll(s.Command, " ", "."))
}

// each calls f for a command and all below it.
func each(c *cobra.Command, f func(*cobra.Command)) {
	f(c)
	for _, sub := range c.Commands() {
		each(sub, f)
	}
}

// commandName returns the name of a command without the program's.
func commandName(c *cobra.Command) string {
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	return name
}

// kindsOf are the kinds of values that a type of flags takes. The first is in errors.
var kindsOf = map[string][]settings.Kind{
	"bool": {settings.Bool}, "duration": {settings.Text}, "float64": {settings.Fraction, settings.Whole},
	"int": {settings.Whole}, "int64": {settings.Whole}, "uint64": {settings.Whole}, "string": {settings.Text},
	"stringArray": {settings.List, settings.Text}, "stringSlice": {settings.List, settings.Text},
}

// wanted describes the values in a file by their kind.
var wanted = map[settings.Kind]string{
	settings.Text: "text in quotes", settings.Whole: "a whole number", settings.Fraction: "a number such as 0.5",
	settings.Bool: "true or false", settings.List: `a list such as ["a", "b"]`,
}

// setFlag gives a flag the value of a setting.
func setFlag(f *pflag.Flag, file string, s settings.Setting) error {
	kinds, values := kindsOf[f.Value.Type()], s.Values
	if !slices.Contains(kinds, s.Kind) {
		return fmt.Errorf("%s is %s: use %s", s.Key(), shown(s), wanted[kinds[0]])
	}
	if f.Name == "index" && slices.ContainsFunc(values, index.IsAddress) { // the file may come with the sources of others
		return fmt.Errorf("%s is on a cluster, to which a password may be sent: name it with --index or $%s",
			s.Key(), indexpath.Variable)
	}
	values = slices.Clone(values)
	for i, v := range values {
		values[i] = moved(f, v, func(path string) string { return beside(file, path) })
	}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.Replace(values)
	}
	if err := f.Value.Set(values[0]); err != nil {
		return badValue(s.Key(), f, values[0], err)
	}
	return nil
}

// shown returns the value of a setting as in a file.
func shown(s settings.Setting) string {
	switch s.Kind {
	case settings.Text:
		return fmt.Sprintf("%q", s.Values[0])
	case settings.List:
		return "a list"
	}
	return s.Values[0]
}

// beside resolves a path in a file, which is relative to the file's folder. ~ is the user's home.
func beside(file, path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	} else if path != "" && path != "-" && !filepath.IsAbs(path) {
		return filepath.Join(filepath.Dir(file), path)
	}
	return path
}

// fromFile is the annotation of flags that have a value of a file: its place.
const fromFile = "from file"

// applySettings gives a command's flags their values in chaffinch.toml, except given ones. The
// flags are parsed.
func (g *global) applySettings(c *cobra.Command) error {
	if !takesSettings(c) {
		return nil
	}
	file, found, err := settingsFor(c)
	if err != nil {
		return err
	}
	chosen := map[string]settings.Setting{}
	for _, s := range found { // the command's settings replace the settings of all
		if before, ok := chosen[s.Flag]; s.Command == commandName(c) || s.Command == "" && (!ok || before.Command == "") {
			chosen[s.Flag] = s
		}
	}
	indexGiven := g.index != "" || os.Getenv(indexpath.Variable) != ""
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		f := c.Flags().Lookup(name)
		if f == nil || f.Changed || name == "corpus" && indexGiven {
			continue
		}
		if err := g.applySetting(c, f, file, chosen[name]); err != nil {
			return err
		}
		if mayNarrow(f) && (name != "index" || !indexGiven) {
			g.applied = append(g.applied, scan.NarrowedBy{What: name, Values: chosen[name].Values, By: origin(file, chosen[name])})
		}
	}
	return nil
}

// onlyIfGiven are the flags for which commands check whether they were given. Their values in a
// file count as given. Other flags keep their value quietly if it has no effect: a list of files to
// exclude is not a mistake where an index is compared.
var onlyIfGiven = []string{
	"context", "decisions", "fail-over", "fail-over-match", "k", "max-share", "min-match", "min-score", "representation", "selection",
	"threshold", "top", "w",
}

func (g *global) applySetting(c *cobra.Command, f *pflag.Flag, file string, s settings.Setting) error {
	if err := setFlag(f, file, s); err != nil {
		return err
	}
	if _, list := f.Value.(pflag.SliceValue); f.Name == "index" && !list { // as $CHAFFINCH_INDEX, it gives way to a PATH
		g.configured, g.index = g.index, ""
		return nil
	}
	f.Changed = slices.Contains(onlyIfGiven, f.Name) && c.Name() != "compare"
	if f.Annotations == nil {
		f.Annotations = map[string][]string{}
	}
	f.Annotations[fromFile] = []string{origin(file, s)}
	return nil
}

// placeOf returns where the value of a flag is from. This is a line of a file, or the flag itself.
func placeOf(flags *pflag.FlagSet, name string) string {
	if f := flags.Lookup(name); f != nil && len(f.Annotations[fromFile]) > 0 {
		return f.Annotations[fromFile][0]
	}
	return "--" + name
}

// takesSettings reports whether flags of a command may have values of a file. Commands about the
// program itself work even if the file is wrong.
func takesSettings(c *cobra.Command) bool {
	switch c.Name() {
	case "help", "man", "version", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd:
		return false
	}
	return c.HasParent() && c.Parent().Name() != "completion"
}

// named returns the index of --index, or of the file unless the environment names one.
func (g *global) named() string {
	if os.Getenv(indexpath.Variable) != "" {
		return g.index
	}
	return cmp.Or(g.index, g.configured)
}

// withOrigins adds to an error's text which file set the flags in it.
func withOrigins(text string, flags *pflag.FlagSet) string {
	var from []string
	flags.VisitAll(func(f *pflag.Flag) {
		place := f.Annotations[fromFile]
		if len(place) > 0 && regexp.MustCompile(`--`+f.Name+`($|[^-\w])`).MatchString(text) {
			from = append(from, fmt.Sprintf("--%s is from %s", f.Name, place[0]))
		}
	})
	if len(from) == 0 {
		return text
	}
	return text + " (" + strings.Join(from, ", ") + ")"
}
