//go:build unix

package nodes

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

const nobody = 65534

// asNobody lets a program of root run as a user without rights. The program has a group of
// processes of its own.
func asNobody(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
}

// giveAway gives a folder to that user.
func giveAway(dir string) error {
	if os.Getuid() != 0 {
		return nil
	}
	return filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(path, nobody, nobody)
	})
}

// sendAll sends a signal to a group of processes.
func sendAll(group int, s syscall.Signal) error { return syscall.Kill(-group, s) }
