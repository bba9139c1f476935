package corpus

import "fmt"

// choice is what the patterns of the options choose. Its paths are relative to the root and widened (see widen).
type choice struct{ include, exclude rules }

func newChoice(o Options) (choice, error) {
	include, err := parsePatterns(o.Include)
	if err != nil {
		return choice{}, fmt.Errorf("reading the include patterns: %w", err)
	}
	exclude, err := parsePatterns(o.Exclude)
	if err != nil {
		return choice{}, fmt.Errorf("reading the exclude patterns: %w", err)
	}
	return choice{include, exclude}, nil
}

// includes reports whether Include is satisfied, given whether it is for the folder above.
func (c choice) includes(wide string, dir, above bool) bool {
	return c.include.match(wide, dir).or(above)
}

// rejects judges a file or folder by its name and by Exclude.
func (c choice) rejects(name, wide string, dir bool) Reason {
	if r := reserved(name, dir); r != Kept {
		return r
	}
	if c.exclude.match(wide, dir) == match {
		return Excluded
	}
	return Kept
}

// reserved names what is never read. A file named .git points to the repository of a worktree or submodule.
func reserved(name string, dir bool) Reason {
	switch name {
	case ".git":
		return VCS
	case ".hg", ".svn", ".bzr", ".jj":
		if dir {
			return VCS
		}
	case ".chaffinch":
		if dir {
			return Index
		}
	case "__MACOSX":
		if dir {
			return Metadata
		}
	}
	return Kept
}
