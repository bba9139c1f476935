package main

import (
	"fmt"
	"syscall"
	"testing"
)

// The disk is full at various points: while batches are written, merged, or published.
func TestLimits_FullDisk(t *testing.T) {
	disk := t.TempDir()
	size := func(flags uintptr, kilobytes int) error {
		return syscall.Mount("tmpfs", disk, "tmpfs", flags, fmt.Sprintf("size=%dk", kilobytes))
	}
	if err := size(0, 40_000); err != nil {
		t.Skipf("needs a disk of its own: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	s := newLimited(t, disk)
	s.write(30, 430)
	var used syscall.Statfs_t
	if err := syscall.Statfs(disk, &used); err != nil {
		t.Fatal(err)
	}
	kilobytes := int((used.Blocks - used.Bfree) * uint64(used.Bsize) / 1024)
	for _, left := range []int{0, 16, 60, 140} {
		if err := size(syscall.MS_REMOUNT, kilobytes+left); err != nil {
			t.Fatal(err)
		}
		s.fails("", []string{s.index, "no space left", "make room"}, "index", s.tree)
	}
	if err := size(syscall.MS_REMOUNT, 40_000); err != nil {
		t.Fatal(err)
	}
	s.completes()
}
