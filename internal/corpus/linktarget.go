package corpus

import (
	"io/fs"
	"os"
)

// LinkTarget returns the real path of the file that a link leads to. It is empty if the name is no
// link, or the link leads to no regular file. A link hides nothing if this file is read.
func LinkTarget(link string) string {
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return ""
	}
	if info, err = os.Stat(link); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return RealPath(link)
}
