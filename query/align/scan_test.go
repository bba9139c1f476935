package align

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// Every row of a table matches every other one. A part of it is found at the row with the same
// texts, however many rows come before.
func TestAlign_FindsTableRowsByTheirTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var rows []string
	for range 2000 {
		rows = append(rows, fmt.Sprintf("{ %d, %d, %d },\n", r.IntN(1000), r.IntN(1000), r.IntN(1000)))
	}
	b := lexed(t, "C", strings.Join(rows, ""))
	for from := 0; from+50 <= len(rows); from += 130 {
		a := lexed(t, "C", strings.Join(rows[from:from+50], ""))
		if matches := Align(a, b); len(matches) != 1 || matches[0].Identical != a.Len() {
			t.Errorf("rows from %d, %d tokens: not found with their texts, but %+v", from, a.Len(), matches)
		}
	}
}
