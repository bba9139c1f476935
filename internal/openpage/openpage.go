// Package openpage opens an HTML file, or an address, in the user's browser. It does so only if the
// user requests it by a flag.
//
// No shell is involved. The program gets one argument, an address: it is absolute, and
// percent-encoded, so the name of a file is neither an option nor a command.
package openpage

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Open opens the file in a browser and does not wait for the browser to exit. It tries the commands
// of $BROWSER, which are separated as in $PATH, and then the system's. In $BROWSER, %s stands for
// the address; it is appended to a command without %s. The first command that starts, and does not
// fail at once, is used.
func Open(file string) error {
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	return OpenAddress(address(path))
}

// OpenAddress is [Open] for an address. It begins with a scheme, and is percent-encoded.
func OpenAddress(address string) error {
	var failed []error
	for _, command := range append(wanted(os.Getenv("BROWSER")), system(runtime.GOOS)...) {
		err := start(withAddress(command, address))
		if err == nil {
			return nil
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// address returns the address of the file at an absolute path.
func address(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive of Windows
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// wanted returns the commands of $BROWSER. Words are separated by white space; there is no quoting.
func wanted(browser string) (commands [][]string) {
	for _, command := range filepath.SplitList(browser) {
		if words := strings.Fields(command); len(words) > 0 {
			commands = append(commands, words)
		}
	}
	return commands
}

// system returns the commands that open an address with the user's preferred program.
func system(goos string) [][]string {
	switch goos {
	case "windows":
		return [][]string{{"rundll32", "url.dll,FileProtocolHandler"}}
	case "darwin":
		return [][]string{{"open"}}
	}
	return [][]string{{"xdg-open"}, {"x-www-browser"}}
}

func withAddress(command []string, address string) []string {
	args, put := make([]string, 0, len(command)+1), false
	for _, word := range command {
		put = put || strings.Contains(word, "%s")
		args = append(args, strings.ReplaceAll(word, "%s", address))
	}
	if !put {
		args = append(args, address)
	}
	return args
}

// patience is how long a command may take to fail. A browser that is still running then has opened.
const patience = 2 * time.Second

// start runs a command and returns an error if it fails at once.
func start(args []string) error {
	cmd := exec.Command(args[0], args[1:]...) // without output: browsers write messages to the terminal
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("%s: %w", args[0], cause(err))
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
	case <-time.After(patience):
	}
	return nil
}

// cause returns the reason without the name of the program.
func cause(err error) error {
	if e := new(exec.Error); errors.As(err, &e) {
		return e.Err
	}
	return err
}
