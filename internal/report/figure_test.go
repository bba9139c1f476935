package report

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// The page is tested with the same vectors.
func TestFigures_RoundAsOnThePage(t *testing.T) {
	text, err := os.ReadFile("testdata/figures.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Value          float64
		Score, Percent string
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) == 0 {
		t.Fatalf("%d vectors: %v", len(vectors), err)
	}
	for _, v := range vectors {
		for _, value := range []float64{v.Value, FourDecimals(v.Value)} {
			if s, p := Score(value), Percent(value); s != v.Score || p != v.Percent {
				t.Errorf("%v is shown as %s and %s, not as %s and %s", value, s, p, v.Score, v.Percent)
			}
			if p := fmt.Sprintf("%.0f%%", 100*TwoDecimals(value)); p != v.Percent && v.Percent != "<1%" {
				t.Errorf("%v is shown as %s to assistants, not as %s", value, p, v.Percent)
			}
		}
	}
}
