package main

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "write the files that tests compare with")

// docs/commands.md is generated from the commands, so that it agrees with them.

const referenceFile = "../../docs/commands.md"

func TestReference_IsUpToDate(t *testing.T) {
	want := reference(newProgram(nil, nil, io.Discard, io.Discard))
	if *update {
		if err := os.WriteFile(referenceFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(referenceFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != want {
		t.Errorf("docs/commands.md is out of date: go test ./cmd/chaffinch -run Reference -update")
	}
}

// reference returns the reference of the command and its subcommands in Markdown: a section each,
// sorted by name. It has their purpose, exit status and examples, and no hidden commands.
func reference(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# The commands of %s\n\n", root.Name())
	fmt.Fprintf(&b, "What each command is for, with examples: `%s COMMAND --help` says more, and lists the flags. This page is generated: change the commands.\n\n", root.Name())
	shown := func(f func(*cobra.Command)) {
		eachCommand(root, func(c *cobra.Command) {
			if !c.HasParent() || c.Parent().Name() != "completion" { // whose texts are cobra's
				f(c)
			}
		})
	}
	for _, group := range groupsOf(root) {
		fmt.Fprintf(&b, "- %s:", group.Title)
		before := " "
		shown(func(c *cobra.Command) {
			if c != root && topOf(c).GroupID == group.ID {
				name := strings.TrimPrefix(c.CommandPath(), root.Name()+" ")
				fmt.Fprintf(&b, "%s[%s](#%s)", before, name, strings.ReplaceAll(c.CommandPath(), " ", "-"))
				before = ", "
			}
		})
		b.WriteString("\n")
	}
	b.WriteString("\n")
	shown(func(c *cobra.Command) { writeSection(&b, c) })
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// topOf returns the command of which c is a subcommand, or c.
func topOf(c *cobra.Command) *cobra.Command {
	for c.HasParent() && c.Parent().HasParent() {
		c = c.Parent()
	}
	return c
}

func writeSection(b *strings.Builder, c *cobra.Command) {
	c.InitDefaultHelpFlag()
	fmt.Fprintf(b, "## %s\n\n", c.CommandPath())
	writeBlock(b, c.UseLine())
	long := c.Long
	if long == "" {
		long = c.Short
	}
	before := ":" // which leads to the next paragraph
	for _, paragraph := range strings.Split(strings.TrimSpace(long), "\n\n") {
		if strings.HasSuffix(before, ":") || strings.HasPrefix(paragraph, "Exit status") {
			before = paragraph
			fmt.Fprintf(b, "%s\n\n", strings.ReplaceAll(paragraph, "\n#### ", "\n")) // cobra's headings
		}
	}
	if c.HasExample() {
		b.WriteString("Examples:\n\n")
		writeBlock(b, c.Example)
	}
}

func writeBlock(b *strings.Builder, s string) {
	fmt.Fprintf(b, "```\n%s\n```\n\n", strings.TrimRight(s, "\n"))
}

func TestReference_HasEveryShownCommand(t *testing.T) {
	nop := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "bird COMMAND", Long: "Bird does what birds do.\n\nAt dawn.\n\nExit status: 0 if it flew.", Run: nop}
	root.PersistentFlags().Bool("loud", false, "wake everybody")
	sing := &cobra.Command{Use: "sing SONG", Short: "Sing a song", Long: "Sing sings.", Example: "  bird sing dawn", Run: nop}
	sing.Flags().Int("times", 1, "how `OFTEN`")
	root.AddCommand(sing, &cobra.Command{Use: "moult", Hidden: true, Run: nop})
	got := reference(root)
	for _, want := range []string{
		"- Commands: [sing](#bird-sing)\n", "## bird\n", "Bird does what birds do.\n", "Exit status: 0 if it flew.\n",
		"## bird sing\n", "bird sing SONG [flags]\n", "Sing sings.\n", "  bird sing dawn\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing", want)
		}
	}
	for _, no := range []string{"moult", "--loud", "--times", "At dawn"} {
		if strings.Contains(got, no) {
			t.Errorf("%s is shown", no)
		}
	}
}

// Documents cite tests by name, and files of tests. What is renamed must be renamed there, too.
func TestDocs_CiteExistingTests(t *testing.T) {
	declared := map[string]bool{} // functions, and names of files
	declaration := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w*)\(`)
	cited := map[string]string{} // by name: a page that cites it
	citation := regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+|\b[\w-]+(?:_test\.go|\.txtar)\b`)
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		declared[d.Name()] = true
		page, test := filepath.Ext(name) == ".md", strings.HasSuffix(name, "_test.go")
		if !page && !test {
			return nil
		}
		text, err := os.ReadFile(name)
		if test {
			for _, found := range declaration.FindAllStringSubmatch(string(text), -1) {
				declared[found[1]] = true
			}
			return err
		}
		if strings.Contains(filepath.ToSlash(name), "docs/tutorials/") {
			text = fenced.ReplaceAll(text, nil) // blocks name files of the reader
		}
		for _, found := range citation.FindAllString(string(text), -1) {
			cited[found] = name
		}
		return err
	})
	if err != nil || len(cited) == 0 {
		t.Fatalf("%d tests are cited, %v", len(cited), err)
	}
	for name, page := range cited {
		if !declared[name] {
			t.Errorf("%s cites %s, which does not exist", page, name)
		}
	}
}
