package pairing_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The prose of notebooks, often the task, is no evidence: only their code is compared.
func TestPairs_CompareTheCodeOfNotebooks(t *testing.T) {
	const (
		task = "Write a function that reads the temperatures of all stations, and returns the mean of every month.\n" +
			"Explain in your own words which stations differ most from their neighbours, and how you found them.\n" +
			"Plot the result as a line for each station, with the months of the year on the horizontal axis.\n"
		other = "My notes: the data has gaps in winter, when the sensors freeze, so I leave out those months entirely.\n"
		one   = "def means(rows):\n    sums = {}\n    for station, month, degrees in rows:\n        total, count = sums.get((station, month), (0, 0))\n" +
			"        sums[station, month] = total + degrees, count + 1\n    return {key: total / count for key, (total, count) in sums.items()}\n"
		two = "class Station:\n    def __init__(self, name):\n        self.name, self.seen = name, [[] for _ in range(12)]\n\n" +
			"    def add(self, when, value):\n        self.seen[when.month - 1].append(value)\n\n    def mean(self, m):\n        return sum(self.seen[m]) / max(1, len(self.seen[m]))\n"
	)
	r := compared(t, pairs.Options{MinScore: 0.01}, filetest.Folder(t, map[string]string{
		"a.ipynb": notebook(t, task, one), "b.ipynb": notebook(t, task, two), "c.ipynb": notebook(t, other, one),
		"words.ipynb": notebook(t, task, ""),
	}))
	if len(r.Pairs) != 1 || r.Pairs[0].A.Name != "a.ipynb" || r.Pairs[0].B.Name != "c.ipynb" || r.Pairs[0].Score < 0.95 {
		t.Errorf("pairs %+v", r.Pairs)
	}
	chunk := func(prose, code string) string { return prose + "\n```{python}\n" + code + "```\n" }
	r = compared(t, pairs.Options{MinScore: 0.01}, filetest.Folder(t, map[string]string{
		"a.qmd": chunk(task, one), "b.Rmd": chunk(task, two), "c.qmd": chunk(other, one), "words.qmd": task,
	}))
	if len(r.Pairs) != 1 || r.Pairs[0].A.Name != "a.qmd" || r.Pairs[0].B.Name != "c.qmd" || r.Pairs[0].Score < 0.95 {
		t.Errorf("pairs %+v", r.Pairs)
	}
}

func notebook(t *testing.T, prose, code string) string {
	t.Helper()
	cells := []map[string]any{{"cell_type": "markdown", "source": prose}}
	if code != "" {
		cells = append(cells, map[string]any{"cell_type": "code", "source": code, "outputs": []any{}})
	}
	b, err := json.Marshal(map[string]any{"cells": cells, "nbformat": 4, "metadata": map[string]any{"kernelspec": map[string]any{"language": "python"}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A handout that begins inside a docstring is read as the submissions are that begin with it.
func TestPairs_ReadBoilerplateAsSubmissions(t *testing.T) {
	given := "Reads the temperatures of all stations, and returns the mean of every month.\nStations that are closed in winter have no mean in those months.\n\"\"\"\n"
	for i := range 12 {
		given += fmt.Sprintf("def step%d(ring, at):\n    \"\"\"Moves on to the next of all slots, and says where it is.\"\"\"\n    ring.slots[at + %d] = ring.next * %d\n    return ring.next - at\n\n", i, i, i+3)
	}
	own := func(name string) string {
		return given + "def own(" + name + "):\n    return [" + name + ".next, " + name + ".slots]\n"
	}
	base := filepath.Join(filetest.Folder(t, map[string]string{"given.py": given}), "given.py")
	r := compared(t, pairs.Options{MinScore: 0.01, Reading: pairs.Reading{Base: []string{base}}}, filetest.Folder(t, map[string]string{"a.py": own("a"), "b.py": own("b")}))
	for _, u := range r.Units {
		if u.Boilerplate < 300 || u.Own() > 40 {
			t.Errorf("%s: %d of %d", u.Name, u.Boilerplate, u.Tokens)
		}
	}
	if len(r.Units) != 2 {
		t.Errorf("%d units", len(r.Units))
	}
}
