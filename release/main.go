// Command release makes every package of chaffinch from the commit that is checked out, and tries
// each:
//
//	go -C release run . -out DIR
//	go -C release run . -out DIR -check
//
// It is a module of its own: nobody who builds or imports chaffinch needs its libraries. It
// publishes nothing. docs/releasing.md describes the packages.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	o := options{}
	out := flag.String("out", "", "write the packages to the new folder `DIR`")
	check := flag.Bool("check", false, "build twice, in two folders with two homes, compare the bytes, and try each package")
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
	out = fromUser(out)
	if o.page != "" {
		o.page = fromUser(o.page)
	}
	if err := o.validate(); err != nil {
		return err
	}
	if err := os.Mkdir(out, 0o777); err != nil {
		return fmt.Errorf("the folder of packages must be new: %w", err)
	}
	if !check {
		return makeAll(o, "..", out)
	}
	if err := twice(o, out); err != nil {
		return err
	}
	return tryAll(out)
}

// fromUser returns a path as the user sees it: go -C release changes the folder, but not $PWD.
func fromUser(path string) string {
	if user := os.Getenv("PWD"); !filepath.IsAbs(path) && filepath.IsAbs(user) {
		return filepath.Join(user, path)
	}
	return path
}

// validate returns an error if an option is wrong, before anything is written.
func (o options) validate() error {
	for _, p := range o.platforms {
		if !slices.Contains(allPlatforms, p) {
			return fmt.Errorf("%s is not one of the platforms %s", p, strings.Join(allPlatforms, ", "))
		}
	}
	if o.version != "" && !semantic.MatchString(o.version) {
		return notVersion(o.version)
	}
	if o.page != "" {
		if info, err := os.Stat(o.page); err != nil {
			return err
		} else if !info.Mode().IsRegular() {
			return fmt.Errorf("-page %s: not a file", o.page)
		}
	}
	return nil
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
