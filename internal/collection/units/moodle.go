package units

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// Moodle exports a folder for a student's files, and one for text written online. Both are one
// submission, with the name of the folder of files. The names may end in an underscore.
const (
	moodleFiles  = "_assignsubmission_file"
	moodleOnline = "_assignsubmission_onlinetext"
)

// besideOnline returns the folder of files next to a Moodle folder of online text.
func besideOnline(name string) (files string, ok bool) {
	student, ok := strings.CutSuffix(strings.TrimSuffix(name, "_"), moodleOnline)
	return student + moodleFiles + strings.TrimPrefix(name, student+moodleOnline), ok
}

// submission returns the folder below the root that a folder is a part of: itself, or the folder
// with the files of the same student.
func (r root) submission(folder string) string {
	files, online := besideOnline(folder)
	if !online {
		return folder
	}
	if corpus.IsArchive(r.path) && r.isFile() {
		if r.moodle[files] {
			return files
		}
	} else if info, err := os.Stat(filepath.Join(r.path, files)); err == nil && info.IsDir() {
		return files
	}
	return folder
}

// noteMoodle notes the folders of files that a path in the archive is in. There may be a folder
// around all of them.
func (r root) noteMoodle(path string) {
	for range 2 {
		name, below, nested := strings.Cut(path, "/")
		if nested && strings.HasSuffix(strings.TrimSuffix(name, "_"), moodleFiles) {
			r.moodle[name] = true
		}
		path = below
	}
}
