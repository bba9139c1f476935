package powercut

import (
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A Fate says which unsynced changes reach the disk.
type Fate int

const (
	Nothing    Fate = iota // none
	Everything             // all, as when the program is killed
	NamesOnly              // only names: files are empty or too short
	BytesOnly              // only bytes: new files are missing, removed ones remain
	Half                   // each with probability 1/2
	Most                   // all but one in ten
	Few                    // one in ten
	Fates                  // the number of fates
)

func (f Fate) String() string {
	return [...]string{"nothing", "everything", "names only", "bytes only", "half", "most", "few"}[f]
}

// reaches decides whether an unsynced change reaches the disk.
func (f Fate) reaches(c *change, r *rand.Rand) bool {
	switch f {
	case Everything:
		return true
	case NamesOnly:
		return c.file == nil
	case BytesOnly:
		return c.file != nil
	case Half:
		return r.IntN(2) == 0
	case Most:
		return r.IntN(10) > 0
	case Few:
		return r.IntN(10) == 0
	}
	return false
}

// State is a folder after a cut.
type State struct {
	root *inode
	// Lost counts the changes before the cut that did not reach the disk.
	Lost int
}

// Cut returns a state that the disk may be in if the power is cut at a moment.
func (d *Disk) Cut(moment int, fate Fate, r *rand.Rand) State {
	m := medium{
		nodes:  map[*inode]*inode{d.root: {names: map[string]*inode{}}},
		lost:   map[any]bool{},
		pinned: map[any]int{},
	}
	// A durable change implies the earlier ones of the same page or name.
	for i, c := range d.changes {
		if c.at <= moment && c.durable <= moment {
			for _, key := range c.keys() {
				m.pinned[key] = i
			}
		}
	}
	state := State{root: m.nodes[d.root]}
	for i, c := range d.changes {
		if c.at > moment {
			break
		}
		if !m.must(i, c) && (!m.may(c) || !fate.reaches(c, r)) {
			m.lose(c)
			state.Lost++
			continue
		}
		m.apply(c)
	}
	return state
}

// medium is the content of the disk.
type medium struct {
	nodes  map[*inode]*inode // by the node of the running program
	lost   map[any]bool      // pages and names with a lost change; later changes are lost, too
	pinned map[any]int       // the last durable change of a page or name
}

// page, name and length identify the object of a change: a page of a file, a directory entry, or
// the length of a file.
type (
	page struct {
		file   *inode
		number int64
	}
	name struct {
		dir  *inode
		base string
	}
	length struct{ file *inode }
)

// keys returns the objects of a change. Changes that share a key reach the disk in order.
func (c *change) keys() []any {
	var keys []any
	if c.file != nil {
		if c.data == nil {
			return []any{length{c.file}}
		}
		return []any{page{c.file, c.offset / pageSize}}
	}
	if c.oldDir != nil {
		keys = append(keys, name{c.oldDir, c.oldName})
	}
	if c.newDir != nil {
		keys = append(keys, name{c.newDir, c.newName})
	}
	return keys
}

// must reports whether a change is certainly on the disk.
func (m *medium) must(i int, c *change) bool {
	for _, key := range c.keys() {
		if last, ok := m.pinned[key]; ok && i <= last {
			return true
		}
	}
	if c.file == nil {
		return false
	}
	last, ok := m.pinned[length{c.file}] // the bytes before a durable change of the length
	return ok && i <= last
}

// may reports whether a change can be on the disk, given the lost changes.
func (m *medium) may(c *change) bool {
	for _, key := range c.keys() {
		if m.lost[key] {
			return false
		}
	}
	return c.file == nil || !m.lost[length{c.file}]
}

func (m *medium) lose(c *change) {
	for _, key := range c.keys() {
		m.lost[key] = true
	}
}

func (m *medium) node(n *inode) *inode {
	on := m.nodes[n]
	if on == nil {
		on = &inode{}
		if n.names != nil {
			on.names = map[string]*inode{}
		}
		m.nodes[n] = on
	}
	return on
}

func (m *medium) apply(c *change) {
	if c.file != nil {
		if on := m.node(c.file); c.data == nil {
			on.truncate(c.offset)
		} else {
			on.write(c.offset, c.data)
		}
		return
	}
	if c.oldDir != nil {
		delete(m.node(c.oldDir).names, c.oldName)
	}
	if c.newDir != nil && c.node != nil {
		m.node(c.newDir).names[c.newName] = m.node(c.node)
	}
}

// Write creates the folder dir, which must not exist, with the contents of the state.
func (s State) Write(dir string) error { return s.root.writeTo(dir, map[*inode]string{}) }

// writeTo makes a file or a directory. A file with several names becomes one file with hard links.
func (n *inode) writeTo(to string, written map[*inode]string) error {
	if n.names == nil {
		if first, ok := written[n]; ok {
			return os.Link(first, to)
		}
		written[n] = to
		return os.WriteFile(to, n.data, 0o600)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for base, node := range n.names {
		if err := node.writeTo(filepath.Join(to, base), written); err != nil {
			return err
		}
	}
	return nil
}
