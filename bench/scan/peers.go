package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// askPeers runs the other programs and prints what they found.
func (b *bench) askPeers(ctx context.Context) error {
	for _, peer := range b.peers {
		name, command, ok := strings.Cut(peer, "=")
		if !ok {
			return fmt.Errorf("-peer %q: write NAME=COMMAND", peer)
		}
		begun := time.Now()
		claims, err := b.askPeer(ctx, strings.Fields(command))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		m := measure{name: name, plants: map[plantKind]*found{}, list: b.list, out: b.out, spent: time.Since(begun)}
		for _, p := range b.projects {
			lines := 0
			for _, text := range p.files {
				lines += lineCount(text)
			}
			m.add(p, lines, claims[p.folder])
		}
		if err := m.print(b.out, b.languages); err != nil {
			return err
		}
	}
	return nil
}

// askPeer returns the claims of a program by the folder of the project.
func (b *bench) askPeer(ctx context.Context, command []string) (map[string][]claim, error) {
	args := slices.Concat(command[1:], []string{b.trees()}, b.corpus)
	cmd := exec.CommandContext(ctx, command[0], args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	claims := map[string][]claim{}
	scanner := bufio.NewScanner(bytes.NewReader(out))
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var c struct {
			File, Origin string
			From, To     int
		}
		if err := json.Unmarshal(scanner.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%q: %w", scanner.Text(), err)
		}
		place, err := filepath.Rel(b.trees(), c.File)
		if err != nil {
			return nil, err
		}
		folder, file, _ := strings.Cut(filepath.ToSlash(place), "/")
		claims[folder] = append(claims[folder], claim{file: file, path: c.Origin, lines: []chaffinch.Lines{{From: c.From, To: c.To}}})
	}
	return claims, scanner.Err()
}
