package powercut

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"path/filepath"
)

func TestExp(t *testing.T) {
	dir := t.TempDir()
	prog := os.Getenv("PROG")
	d := New(dir)
	src := os.Getenv("SRC")
	for i := range 2 {
		out, err := d.Record(context.Background(), prog, "index", "--index", filepath.Join(dir, "ix"), src+fmt.Sprint(i))
		fmt.Println(string(out), err, d.Moments(), len(d.Syncs()))
		if err != nil { t.Fatal(err) }
	}
	r := rand.New(rand.NewPCG(1, 2))
	res := map[string]int{}
	to := filepath.Join(t.TempDir(), "s")
	for i := range 300 {
		m := r.IntN(d.Moments())
		if i%2 == 0 { m = d.Syncs()[r.IntN(len(d.Syncs()))] }
		f := Fate(r.IntN(int(Fates)))
		s := d.Cut(m, f, r)
		os.RemoveAll(to)
		if err := s.Write(to); err != nil { t.Fatal(err) }
		b, err := exec.Command(prog, "list", "--index", filepath.Join(to, "ix")).CombinedOutput()
		cmd, ended := d.Commands(m)
		k := fmt.Sprintf("%d %v %v: %.150s", cmd, ended, err, b)
		res[k]++
		b, err = exec.Command(prog, "index", "--index", filepath.Join(to, "ix"), src+"1").CombinedOutput()
		if err != nil { res[fmt.Sprintf("again %v %v %v lost %d: %.300s", f, m, cmd, s.Lost, b)]++ }
	}
	for k, n := range res { fmt.Println(n, k) }
}
