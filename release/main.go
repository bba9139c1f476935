// Command release makes every package of chaffinch from the commit that is checked out, and tries
// each:
//
//	go -C release run . -out DIR
//	go -C release run . -out DIR -check
//
// It is a module of its own: nobody who builds or imports chaffinch needs its libraries. It
// publishes nothing. release/README.md describes the packages.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	o := options{}
	out := flag.String("out", "", "write the packages to the new folder `DIR`")
	check := flag.Bool("check", false, "build twice, as two users in two folders, compare the bytes, and try each package")
	systems := flag.String("platforms", strings.Join(allPlatforms, ","), "build for these `SYSTEM/PROCESSOR`s, separated by commas")
	flag.StringVar(&o.version, "version", "", "`VERSION` of the release (default: of the commit's tag, or of the source)")
	flag.StringVar(&o.page, "page", "", "take the browser edition from `FILE`, which go generate ./web has built, instead of building it")
	flag.Parse()
	o.platforms = strings.Split(*systems, ",")
	if err := run(o, *out, *check, flag.NArg()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(o options, out string, check bool, more int) error {
	if out == "" || more > 0 {
		return errors.New("name the folder to write: go -C release run . -out DIR")
	}
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if o.page != "" {
		if o.page, err = filepath.Abs(o.page); err != nil {
			return err
		}
	}
	if err := os.Mkdir(out, 0o777); err != nil {
		return fmt.Errorf("the folder of packages must be new: %w", err)
	}
	if err := makeAll(o, "..", out); err != nil {
		return err
	}
	if !check {
		return nil
	}
	if err := again(o, out); err != nil {
		return err
	}
	return tryAll(out)
}

// makeAll builds the programs from a clone of the commit and makes all packages.
func makeAll(o options, checkout, out string) error {
	work, err := os.MkdirTemp("", "chaffinch-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r, err := prepare(o, checkout, work)
	if err != nil {
		return err
	}
	if err := r.build(); err != nil {
		return err
	}
	return r.packAll(out)
}
