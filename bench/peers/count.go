package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

var (
	indexed  = regexp.MustCompile(`([\d,]+) added`)
	compared = regexp.MustCompile(`([\d,]+) files?, `)
	sharded  = regexp.MustCompile(`([\d,]+) files processed`)
)

func countIndex(printed, _ string) (counts, error) {
	n, err := sum(indexed, printed)
	return counts{files: n}, err
}

// countZoekt adds up what went into each shard.
func countZoekt(printed, _ string) (counts, error) {
	n, err := sum(sharded, printed)
	return counts{files: n}, err
}

func countPairs(printed, out string) (counts, error) {
	n, err := sum(compared, printed)
	if err != nil {
		return counts{}, err
	}
	table, err := os.ReadFile(filepath.Join(out, "pairs.tsv"))
	return counts{n, strings.Count(string(table), "\n")}, err
}

func countJscpd(_, out string) (counts, error) {
	content, err := os.ReadFile(filepath.Join(out, "jscpd-report.json"))
	if err != nil {
		return counts{}, err
	}
	var report struct {
		Statistics struct {
			Total struct{ Sources, Clones int }
		}
	}
	if err := json.Unmarshal(content, &report); err != nil {
		return counts{}, fmt.Errorf("reading the report of jscpd: %w", err)
	}
	total := report.Statistics.Total
	return counts{total.Sources, total.Clones}, nil
}

func countDolos(_, out string) (counts, error) {
	files, err := records(filepath.Join(out, "report", "files.csv"))
	if err != nil {
		return counts{}, err
	}
	pairs, err := records(filepath.Join(out, "report", "pairs.csv"))
	return counts{files, pairs}, err
}

// sum adds up the numbers that stand where the pattern's group is.
func sum(pattern *regexp.Regexp, printed string) (int, error) {
	found := pattern.FindAllStringSubmatch(printed, -1)
	if found == nil {
		return 0, fmt.Errorf("the program does not print how many files it read, %q: did its output change?", pattern)
	}
	total := 0
	for _, groups := range found {
		n, err := strconv.Atoi(strings.ReplaceAll(groups[1], ",", ""))
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// records returns how many records the CSV file has below its head.
func records(path string) (int, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.ReuseRecord = true
	for n := -1; ; n++ {
		_, err := r.Read()
		if errors.Is(err, io.EOF) {
			return max(n, 0), nil
		}
		if err != nil {
			return 0, fmt.Errorf("reading %s: %w", path, err)
		}
	}
}
