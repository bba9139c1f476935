package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// errorText returns the text of an error. If the error is about an option, the text names flags.
func errorText(err error, flags *pflag.FlagSet) string {
	text := option.ErrorIn(err, inCommand(flags))
	if p := new(fs.PathError); errors.As(err, &p) {
		text = strings.Replace(text, p.Error(), pathText(p), 1)
	}
	return onIndex(text, indexOf(flags, text))
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

// inCommand words texts of the library for the command. flags are those that were given, or nil.
func inCommand(flags *pflag.FlagSet) option.Face {
	return option.Command(func(flag string) bool { return flags != nil && flags.Changed(flag) })
}

// nameFlags words warnings of the library for the command. index is the value of --index.
func nameFlags(warnings *[]answer.Warning, index string) {
	*warnings = warning.In(inCommand(nil), *warnings)
	for i := range *warnings {
		w := &(*warnings)[i]
		w.Text = onIndex(w.Text, index)
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

// indexOf returns the index that the flags name, or "". Of several, it is the one in the text.
func indexOf(flags *pflag.FlagSet, text string) string {
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
	several, _ := flags.GetStringArray("index")
	for _, given := range several {
		if n, err := serve.ParseNamed(given); err == nil && strings.Contains(text, " "+n.Path+":") {
			return n.Path
		}
	}
	path, _ := flags.GetString("index")
	return path
}
