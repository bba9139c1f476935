package main

import (
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// errorText returns the text of an error. If the error is about an option, the text names flags.
func errorText(err error, flags *pflag.FlagSet) string {
	return option.ErrorIn(err, inCommand(flags, indexOf(flags)))
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
// index is the index that they name, or "".
func inCommand(flags *pflag.FlagSet, index string) option.Face {
	given := func(flag string) bool { return flags != nil && flags.Changed(flag) }
	return option.Command(given, onIndex(index)).Saying(func(v any) (string, bool) {
		if err, ok := v.(*fs.PathError); ok {
			return pathText(err), true
		}
		return command.Say(v)
	})
}

// nameFlags words warnings of the library for the command. index is the value of --index.
func nameFlags(warnings *[]answer.Warning, index string) {
	*warnings = warning.In(inCommand(nil, index), *warnings)
}

// onIndex returns the flag for commands in advice, which would otherwise use another index.
func onIndex(index string) string {
	if index == "" {
		return ""
	}
	return " --index " + command.Word(index)
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
