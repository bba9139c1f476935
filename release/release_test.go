package main

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// The packages of this machine's platform are made twice from one program, in two folders with two
// umasks, and have the same bytes. Some are tried, if their tools are installed. .ci/full builds
// the program twice, too, and tries all.
func TestPackages_AreTheSameTwiceAndWork(t *testing.T) {
	host := runtime.GOOS + "/" + runtime.GOARCH
	if runtime.GOOS != "linux" {
		t.Skip("packages are made on Linux")
	}
	before := level
	level = gzip.BestSpeed
	defer func() { level = before }()
	first, err := prepare(options{platforms: []string{host}}, "..", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	first.src, first.trim, first.cgo = "..", "-trimpath=false", "" // so that what other tests have compiled is not compiled again
	program, err := first.compile(host)
	if err != nil {
		t.Fatal(err)
	}
	first.programs[host] = program
	var outs []string
	for _, umask := range []int{0o022, 0o077} {
		defer syscall.Umask(syscall.Umask(umask))
		r := *first
		r.work, r.extra = t.TempDir(), extra{}
		if err := r.ask(program); err != nil {
			t.Fatal(err)
		}
		outs = append(outs, filepath.Join(t.TempDir(), "out"))
		if err := os.Mkdir(outs[len(outs)-1], 0o777); err != nil {
			t.Fatal(err)
		}
		if err := r.packAll(outs[len(outs)-1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := same(outs[0], outs[1]); err != nil {
		t.Error(err)
	}
	if err := tryAll(outs[0], "tar.gz", "install.sh", "deb", "wheel", "action", "json"); err != nil {
		t.Error(err)
	}
}
