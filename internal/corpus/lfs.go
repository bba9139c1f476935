package corpus

import "bytes"

// lfsPointer begins a file that stands for one outside the repository (git-lfs, docs/spec.md).
var lfsPointer = []byte("version https://git-lfs.github.com/spec/")

const mostPointer = 1 << 10 // bytes, by that specification

// isPointer reports whether a content is such a file.
func isPointer(content []byte) bool {
	return len(content) < mostPointer && bytes.HasPrefix(content, lfsPointer)
}
