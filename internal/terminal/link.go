package terminal

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Link makes text a link to the file (OSC 8). The file must exist, and the terminal may be
// coloured. The address has the name of the host, so that a terminal does not open files of another
// machine.
func (s Style) Link(file, text string) string {
	if !s.links || file == "" {
		return text
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return text
	}
	if _, err := os.Stat(path); err != nil {
		return text
	}
	host, _ := os.Hostname() // without one it is an address of this machine
	address := url.URL{Scheme: "file", Host: host, Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
	return "\x1b]8;;" + address.String() + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}
