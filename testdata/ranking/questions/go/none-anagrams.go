package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
)

func signature(word string) string {
	letters := []rune(strings.ToLower(word))
	slices.Sort(letters)
	return string(letters)
}

func wordlike(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return s != ""
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: anagrams WORDLIST...")
		os.Exit(2)
	}
	groups := make(map[string][]string)
	for _, path := range os.Args[1:] {
		file, err := os.Open(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		in := bufio.NewScanner(file)
		in.Split(bufio.ScanWords)
		for in.Scan() {
			if w := in.Text(); wordlike(w) {
				sig := signature(w)
				if !slices.Contains(groups[sig], w) {
					groups[sig] = append(groups[sig], w)
				}
			}
		}
		file.Close()
	}
	var best [][]string
	for _, g := range groups {
		if len(g) > 2 {
			best = append(best, g)
		}
	}
	slices.SortFunc(best, func(a, b []string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a[0], b[0])
	})
	for _, g := range best {
		fmt.Println(strings.Join(g, " "))
	}
}
