// Package powercut simulates the states that a power cut can leave a folder in.
//
// [Disk.Record] runs a program and records each system call that changes the folder. POSIX promises
// little about a change until it is synced: fsync of a file keeps its bytes, fsync of a directory
// keeps its names. Other changes may reach the disk or not, in any order. [Disk.Cut] chooses one of
// the states that the disk may be in after a cut at some moment, and [State.Write] writes it to a
// folder. The method is ALICE's (Pillai et al., All File Systems Are Not Created Equal, OSDI
// 2014).
//
// The model assumes:
//
//   - A page of 4,096 bytes of a file is written whole or not at all. Changes of
//     one page reach the disk in order.
//   - A rename is atomic. Changes of one name reach the disk in order.
//   - A file has the length that its last written byte gives it. Bytes missing before it are zero.
package powercut

import (
	"math"
	"path"
	"strings"
)

// pageSize is the unit, in bytes, in which a file reaches the disk.
const pageSize = 4096

// never is the moment at which an unsynced change becomes durable.
const never = math.MaxInt

// inode is a file or a directory. Its contents are those that a running program sees.
type inode struct {
	names map[string]*inode // of a directory; nil for a file
	data  []byte
}

// change is a change by the program, which a cut may undo.
type change struct {
	at      int // moment
	durable int // moment from which a cut cannot undo it; never without a sync

	file   *inode // whose bytes or length it changes; nil for a change of names
	offset int64
	data   []byte // one page or a part of it; nil if the length is changed to offset

	// Otherwise it takes the name oldName out of oldDir, if that is not nil, and gives newName in
	// newDir to node, if that is not nil.
	oldDir, newDir   *inode
	oldName, newName string
	node             *inode
}

// Disk is a folder with the history of its changes.
type Disk struct {
	dir     string // that was recorded
	root    *inode
	now     int // the number of moments so far
	changes []*change
	syncs   []int // moments around syncs and renames, where cuts matter most
}

// New returns a disk with an empty folder. Recorded programs know it as dir.
func New(dir string) *Disk {
	return &Disk{dir: dir, root: newDir()}
}

func newDir() *inode { return &inode{names: map[string]*inode{}} }

// Moments returns the number of moments at which the power can be cut. The first moment is 0.
func (d *Disk) Moments() int { return d.now + 1 }

// Syncs returns the moments just before and after each sync and each rename, in order.
func (d *Disk) Syncs() []int { return d.syncs }

// note adds a change, which is not durable yet.
func (d *Disk) note(c change) {
	d.now++
	c.at, c.durable = d.now, never
	d.changes = append(d.changes, &c)
}

// sync makes changes before the moment at which it began durable. They are of a file's bytes, or of
// a directory's names.
func (d *Disk) sync(n *inode, began int) {
	d.syncs = append(d.syncs, d.now)
	d.now++
	d.syncs = append(d.syncs, d.now)
	for _, c := range d.changes {
		if c.at <= began && c.durable == never && (c.file == n || c.file == nil && (c.oldDir == n || c.newDir == n)) {
			c.durable = d.now
		}
	}
}

// find returns the inode at a path, or nil. It returns nil for paths outside the folder, too.
func (d *Disk) find(name string) *inode {
	n := d.root
	for part := range d.parts(name) {
		if n == nil || n.names == nil {
			return nil
		}
		n = n.names[part]
	}
	if !d.holds(name) {
		return nil
	}
	return n
}

// holds reports whether a path is in the folder.
func (d *Disk) holds(name string) bool {
	return name == d.dir || strings.HasPrefix(name, d.dir+"/")
}

// parts iterates over the names on the way from the folder to the path.
func (d *Disk) parts(name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		rest := strings.TrimPrefix(strings.TrimPrefix(name, d.dir), "/")
		for part := range strings.SplitSeq(rest, "/") {
			if part != "" && !yield(part) {
				return
			}
		}
	}
}

// place splits a path into its directory and its last name. dir is nil outside the folder.
func (d *Disk) place(name string) (dir *inode, base string) {
	return d.find(path.Dir(name)), path.Base(name)
}

// link gives a node another name.
func (d *Disk) link(name string, node *inode) {
	if dir, base := d.place(name); dir != nil {
		dir.names[base] = node
		d.note(change{newDir: dir, newName: base, node: node})
	}
}

func (d *Disk) unlink(name string) {
	if dir, base := d.place(name); dir != nil {
		delete(dir.names, base)
		d.note(change{oldDir: dir, oldName: base})
	}
}

// rename moves a name. If one of the two paths is outside the folder, it is a link or an unlink.
func (d *Disk) rename(from, to string) {
	d.syncs = append(d.syncs, d.now, d.now+1)
	node := d.find(from)
	oldDir, oldName := d.place(from)
	newDir, newName := d.place(to)
	if oldDir != nil {
		delete(oldDir.names, oldName)
	}
	if newDir != nil {
		newDir.names[newName] = node
	}
	if oldDir != nil || newDir != nil {
		d.note(change{oldDir: oldDir, oldName: oldName, newDir: newDir, newName: newName, node: node})
	}
}

// write changes bytes of a file, page by page.
func (d *Disk) write(n *inode, offset int64, data []byte) {
	n.write(offset, data)
	for len(data) > 0 {
		size := min(int64(len(data)), pageSize-offset%pageSize)
		d.note(change{file: n, offset: offset, data: data[:size]})
		offset, data = offset+size, data[size:]
	}
}

func (d *Disk) truncate(n *inode, size int64) {
	n.truncate(size)
	d.note(change{file: n, offset: size})
}

func (n *inode) write(offset int64, data []byte) {
	if end := offset + int64(len(data)); end > int64(len(n.data)) {
		n.truncate(end)
	}
	copy(n.data[offset:], data)
}

func (n *inode) truncate(size int64) {
	if size <= int64(len(n.data)) {
		n.data = n.data[:size:size]
		return
	}
	n.data = append(n.data, make([]byte, size-int64(len(n.data)))...)
}
