package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/plainfile"
)

// key returns the key of --key-file, nil without one.
func (g *global) key() (*analyzer.Key, error) {
	if g.keyFile == "" {
		return nil, nil
	}
	secret, err := readKey(g.keyFile)
	if err != nil {
		return nil, fmt.Errorf("reading --key-file %s: %w", g.keyFile, err)
	}
	return analyzer.NewKey(secret)
}

// readKey reads a key. All bytes of the file are the key.
func readKey(name string) ([]byte, error) {
	f, err := plainfile.Open(name)
	if err != nil {
		return nil, withoutPath(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, withoutPath(err)
	}
	if mode := info.Mode(); mode.IsRegular() && mode&0o007 != 0 && runtime.GOOS != "windows" {
		return nil, errors.New("other users can read or change this file: chmod o-rwx " + command.Word(name))
	}
	secret, err := io.ReadAll(io.LimitReader(f, analyzer.MostKey+1))
	if err != nil {
		return nil, withoutPath(err)
	}
	return secret, nil
}
