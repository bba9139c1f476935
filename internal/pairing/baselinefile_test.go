package pairing_test

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The same files give the same bytes of a report and of a baseline, in whichever folder they are
// and however long it took. A baseline takes some ten bytes for each fingerprint, and names no
// file.
func TestBaselines_AreTheSameForTheSameFiles(t *testing.T) {
	texts, _ := plantBlocks(rand.New(rand.NewPCG(3, 4)), 24)
	var reports, baselines [][]byte
	for range 2 {
		root := filetest.Folder(t, texts)
		r := clonesOf(t, pairs.CloneOptions{}, root)
		asJSON, err := json.Marshal(r)
		must(t, err)
		text, err := pairs.NewCloneBaseline(r).MarshalText()
		must(t, err)
		top, err := pairs.NewCloneBaseline(clonesOf(t, pairs.CloneOptions{Top: 1}, root)).MarshalText()
		must(t, err)
		if !bytes.Equal(top, text) {
			t.Error("clones beyond the top are missing")
		}
		prints := 0
		for _, c := range r.Clones {
			prints += len(c.Content) / 8
		}
		if most := 12*prints + 25*len(r.Clones) + 100; len(text) > most {
			t.Errorf("%d bytes for %d clones, over %d", len(text), len(r.Clones), most)
		}
		reports, baselines = append(reports, asJSON), append(baselines, text)
		allPairs, err := pairs.NewBaseline(compared(t, pairs.Options{}, root)).MarshalText()
		must(t, err)
		baselines = append(baselines, allPairs)
	}
	if !bytes.Equal(reports[0], reports[1]) || !bytes.Equal(baselines[0], baselines[2]) || !bytes.Equal(baselines[1], baselines[3]) {
		t.Error("they differ")
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		for _, text := range baselines {
			if bytes.Contains(text, []byte(name)) {
				t.Errorf("a baseline names %s", name)
			}
		}
	}
}

var remedied = regexp.MustCompile(`create it|use another file for this comparison$`)

func TestBaselines_RefuseOtherText(t *testing.T) {
	allPairs, matches := "chaffinch baseline 1: pairs of units file\n", "chaffinch baseline 1: matches of tokens 50\n"
	hash := strings.Repeat("0", 15) + "1"
	for _, text := range []string{
		"", "x", "chaffinch baseline ", "chaffinch baseline 2: pairs of units file\n", "chaffinch baseline 1: dreams\n", matches,
		allPairs + "x\n", allPairs + hash + "\n", allPairs + hash + " 10001\n", allPairs + "unit " + hash + "\n", allPairs + "near " + hash + "\n", allPairs + "<<<<<<< HEAD\n",
	} {
		if err := new(pairs.Baseline).UnmarshalText([]byte(text)); err == nil || !remedied.MatchString(err.Error()) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", allPairs, "chaffinch baseline 1: matches of tokens x\n", matches + "1234567\n", matches + "12345678 0\n",
		matches + "12345678 1 1\n", matches + "files 00000001\n", matches + "files 00000001 x\n"} {
		if err := new(pairs.CloneBaseline).UnmarshalText([]byte(text)); err == nil || !remedied.MatchString(err.Error()) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{allPairs, strings.TrimSuffix(allPairs, "\n"), strings.ReplaceAll(fmt.Sprintf("%s%s 9\n", allPairs, hash), "\n", "\r\n")} {
		must(t, new(pairs.Baseline).UnmarshalText([]byte(text)))
	}
	must(t, new(pairs.CloneBaseline).UnmarshalText([]byte(matches+"files 00000001 00000002\n12345678\n1234567a 3\n")))
}

// The JSON of a baseline is read by elements: many empty ones take little memory.
func TestBaselines_TakeLittleMemory(t *testing.T) {
	refused := regexp.MustCompile(`^not the JSON of pairs(:| with a minimum match:) `)
	for _, json := range []string{
		`{"unit":"file","units":[%],"pairs":[]}`, `{"unit":"file","units":[{"name":"a","files":[%]}],"pairs":[]}`, `{"units":[],"pairs":[%]}`,
		`{"minTokens":50,"clones":[%]}`, `{"units":[],"pairs":[],"identical":[[0],%]}`, `{"units":[],"pairs":[],"minTokens":50,"clones":[],"other":[%]}`,
	} {
		text := []byte(strings.Replace(json, "%", "{}"+strings.Repeat(",{}", 100_000), 1))
		for name, b := range map[string]encoding.TextUnmarshaler{"pairs": new(pairs.Baseline), "matches": new(pairs.CloneBaseline)} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := b.UnmarshalText(text)
			runtime.ReadMemStats(&after)
			if fine := strings.Contains(json, "other"); fine != (err == nil) || !fine && !refused.MatchString(err.Error()) {
				t.Errorf("%s %s: %v", name, json, err)
			}
			if used, most := after.TotalAlloc-before.TotalAlloc, uint64(10*len(text)); used > most {
				t.Errorf("%s %s: %d bytes were allocated for %d, more than %d", name, json, used, len(text), most)
			}
		}
	}
}

// The JSON of a result and its baseline are the same baseline.
func TestBaselines_AreThoseOfTheJSON(t *testing.T) {
	texts, _ := plantBlocks(rand.New(rand.NewPCG(5, 6)), 12)
	root := filetest.Folder(t, texts)
	allPairs, clones := compared(t, pairs.Options{}, root), clonesOf(t, pairs.CloneOptions{}, root)
	if len(allPairs.Pairs) == 0 || len(clones.Clones) == 0 {
		t.Fatal("nothing is found")
	}
	type baseline interface {
		encoding.TextUnmarshaler
		encoding.TextMarshaler
	}
	for _, c := range []struct {
		result     any
		made, read baseline
	}{
		{allPairs, pairs.NewBaseline(allPairs), new(pairs.Baseline)}, {clones, pairs.NewCloneBaseline(clones), new(pairs.CloneBaseline)},
	} {
		asJSON, err := json.Marshal(c.result)
		must(t, err)
		must(t, c.read.UnmarshalText(asJSON))
		want, err := c.made.MarshalText()
		must(t, err)
		if got, err := c.read.MarshalText(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s\n%v is not\n%s", got, err, want)
		}
	}
}
