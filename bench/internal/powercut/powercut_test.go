package powercut

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// contents returns the files of a state, as "name=bytes".
func contents(s State) []string {
	var all []string
	var walk func(n *inode, at string)
	walk = func(n *inode, at string) {
		if n.names == nil {
			all = append(all, at+"="+string(n.data))
		}
		for base, node := range n.names {
			walk(node, at+"/"+base)
		}
	}
	walk(s.root, "")
	slices.Sort(all)
	return all
}

// possible returns every state that a cut at the last moment was seen to leave.
func possible(d *Disk) map[string]bool {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 300 {
		for f := range Fates {
			seen[strings.Join(contents(d.Cut(d.Moments()-1, f, r)), " ")] = true
		}
	}
	return seen
}

func TestCut_LeavesWhatPOSIXPermits(t *testing.T) {
	create := func(d *Disk, name, text string) *inode {
		f := &inode{}
		d.link(name, f)
		d.write(f, 0, []byte(text))
		return f
	}
	for _, c := range []struct {
		name string
		do   func(d *Disk)
		want []string
	}{
		{"nothing is synced", func(d *Disk) {
			create(d, "/d/a", "x")
		}, []string{"", "/a=", "/a=x"}},
		{"only the file is synced", func(d *Disk) {
			d.sync(create(d, "/d/a", "x"), d.now)
		}, []string{"", "/a=x"}},
		{"only the directory is synced", func(d *Disk) {
			create(d, "/d/a", "x")
			d.sync(d.root, d.now)
		}, []string{"/a=", "/a=x"}},
		{"all is synced", func(d *Disk) {
			d.sync(create(d, "/d/a", "x"), d.now)
			d.sync(d.root, d.now)
		}, []string{"/a=x"}},
		{"replaced by a rename", func(d *Disk) {
			d.sync(create(d, "/d/a", "old"), d.now)
			d.sync(d.root, d.now)
			d.sync(create(d, "/d/b", "new"), d.now)
			d.rename("/d/b", "/d/a")
		}, []string{"/a=old", "/a=new", "/a=old /b=new"}},
		{"replaced before the bytes are synced", func(d *Disk) {
			d.sync(create(d, "/d/a", "old"), d.now)
			d.sync(d.root, d.now)
			create(d, "/d/b", "new")
			d.rename("/d/b", "/d/a")
			d.sync(d.root, d.now)
		}, []string{"/a=", "/a=new"}},
		{"changed after the sync began", func(d *Disk) {
			f := create(d, "/d/a", "x")
			d.sync(d.root, d.now)
			began := d.now
			d.write(f, 1, []byte("y"))
			d.sync(f, began)
		}, []string{"/a=x", "/a=xy"}},
		{"removed", func(d *Disk) {
			d.sync(create(d, "/d/a", "x"), d.now)
			d.sync(d.root, d.now)
			d.unlink("/d/a")
		}, []string{"/a=x", ""}},
		{"truncated", func(d *Disk) {
			f := create(d, "/d/a", "xyz")
			d.sync(f, d.now)
			d.sync(d.root, d.now)
			d.truncate(f, 1)
		}, []string{"/a=xyz", "/a=x"}},
		{"a link in a new directory", func(d *Disk) {
			f := create(d, "/d/a", "x")
			d.sync(f, d.now)
			d.sync(d.root, d.now)
			sub := newDir()
			d.link("/d/s", sub)
			d.link("/d/s/b", f)
			d.sync(sub, d.now)
		}, []string{"/a=x", "/a=x /s/b=x"}},
	} {
		d := New("/d")
		c.do(d)
		got := possible(d)
		for _, state := range c.want {
			if !got[state] {
				t.Errorf("%s: %q is never left", c.name, state)
			}
			delete(got, state)
		}
		if len(got) > 0 {
			t.Errorf("%s: left %v, which cannot be", c.name, slices.Collect(maps.Keys(got)))
		}
	}
}

// A file of several pages can lose any of them.
func TestCut_LosesPages(t *testing.T) {
	d := New("/d")
	f := &inode{}
	d.link("/d/a", f)
	d.sync(d.root, d.now)
	d.write(f, 0, slices.Repeat([]byte("x"), 3*pageSize))
	seen := map[string]bool{}
	for state := range possible(d) {
		text := strings.TrimPrefix(state, "/a=")
		pages := ""
		for from := 0; from < len(text); from += pageSize {
			pages += map[bool]string{true: "x", false: "0"}[text[from] == 'x']
		}
		seen[pages] = true
	}
	for _, pages := range []string{"", "x", "0x", "xx", "x0x", "00x", "0xx", "xxx"} {
		if !seen[pages] {
			t.Errorf("pages %q are never left", pages)
		}
	}
}

// What a real program does is recorded to the byte, and once it has synced, a cut loses nothing.
func TestRecord_AgreesWithTheFolder(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("there is no strace")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := New(dir)
	script := `cd / && mkdir ` + dir + `/s && dd if=/dev/zero of=` + dir + `/s/a bs=5000 count=3 conv=fsync &&
		dd if=/dev/urandom of=` + dir + `/s/a bs=100 count=1 seek=7 conv=notrunc,fsync && ln ` + dir + `/s/a ` + dir + `/b &&
		mv ` + dir + `/b ` + dir + `/c && truncate -s 9000 ` + dir + `/c && rm ` + dir + `/s/a && sync ` + dir + `/c ` + dir
	exit, output, err := d.Record(context.Background(), "sh", "-c", script)
	if err != nil || exit != 0 {
		t.Fatalf("%d %v: %s", exit, err, output)
	}
	want, err := os.ReadFile(filepath.Join(dir, "c"))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for f := range Fates {
		to := filepath.Join(t.TempDir(), "state")
		if err := d.Cut(d.Moments()-1, f, r).Write(to); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(to, "c")); err != nil || string(got) != string(want) {
			t.Errorf("%s: %d bytes, %v", f, len(got), err)
		}
	}
}
