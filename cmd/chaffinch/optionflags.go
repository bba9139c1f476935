package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// advice is the advice at the end of texts of the library, and the command's in place of it.
var advice = []struct{ library, command string }{
	{"create one with Create", "create one with chaffinch index PATH"},
	{"use another folder", "use another --index"},
	{"wait for it with Options.Wait", "wait for it with --wait"},
	{"use a name such as Go or C++", "chaffinch languages lists them"},
	{"Index.Collections lists them", "chaffinch list --collections lists them"},
}

// advised returns a text of the library with the command's advice.
func advised(text string) string {
	for _, a := range advice {
		if before, ok := strings.CutSuffix(text, " "+a.library); ok {
			return before + " " + a.command
		}
	}
	return text
}

// errorText returns the text of an error. If the error is about an option, the text names flags.
func errorText(err error, flags *pflag.FlagSet) string {
	text := option.ErrorIn(err, flagNames(flags))
	if p := new(fs.PathError); errors.As(err, &p) {
		text = strings.Replace(text, p.Error(), pathText(p), 1)
	}
	text = advised(text)
	if flags != nil && flags.Changed("corpus") { // which decides where the index is
		text = strings.Replace(text, "use another --index", "set XDG_CACHE_HOME to use another folder", 1)
	}
	return onIndex(text, indexOf(flags))
}

// doing are the operations in errors of the system.
var doing = map[string]string{
	"open": "opening", "read": "reading", "readdirent": "reading", "stat": "reading",
	"lstat": "reading", "write": "writing", "mkdir": "creating", "remove": "removing",
}

// pathText returns the text of an error of the system in plain words.
func pathText(err *fs.PathError) string {
	verb, known := doing[err.Op]
	if !known {
		return err.Error()
	}
	name := err.Path
	if name == os.Stdout.Name() {
		name = "standard output"
	}
	return fmt.Sprintf("%s %s: %v", verb, name, err.Err)
}

// flagNames returns what names options by their flags. Of several flags of an option the one that was given is meant, or
// else the first.
func flagNames(flags *pflag.FlagSet) func(*option.Option) string {
	return func(o *option.Option) string {
		if len(o.Flags) == 0 {
			return ""
		}
		given := slices.IndexFunc(o.Flags, func(name string) bool { return flags != nil && flags.Changed(name) })
		return "--" + o.Flags[max(0, given)]
	}
}

// nameFlags puts flags in place of options in warnings, and the command's advice in place of the
// library's. index is the value of --index.
func nameFlags(warnings []string, index string) {
	for i, w := range warnings {
		warnings[i] = onIndex(advised(option.In(w, flagNames(nil))), index)
	}
}

// commandOnIndex matches the commands in advice that use an index and do not name it.
var commandOnIndex = lazyregexp.New(`(chaffinch (?:index|check|list|boilerplate list|boilerplate add))` +
	`( PATH| says what to do| --collections| shows it|$)`)

// onIndex adds --index to the commands in advice, which would otherwise use another index.
func onIndex(text, index string) string {
	if index == "" {
		return text
	}
	return commandOnIndex.ReplaceAllString(text, "$1 --index "+strings.ReplaceAll(command.Word(index), "$", "$$$$")+"$2")
}

// indexOf returns the index that the flags name, or "".
func indexOf(flags *pflag.FlagSet) string {
	if flags == nil {
		return ""
	}
	if corpus, err := flags.GetString("corpus"); err == nil && corpus != "" {
		path, err := indexpath.Cached(corpus)
		if err != nil {
			return ""
		}
		return path
	}
	path, _ := flags.GetString("index")
	return path
}
