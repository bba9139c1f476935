package report

import (
	"bytes"
	"errors"
	"testing"

	"github.com/chaffinch-search/chaffinch/pairs"
)

// Writing pair by pair gives the same text as writing all at once.
func TestPairsJSON_EqualsJSON(t *testing.T) {
	for n, files := range []map[string]string{
		{"a.go": queue},
		{"a.go": queue, "\n  \"pairs\": [].go": queue + "var x = 1\n"},
		{"a.go": queue, "b\x1b.go": queue + "var x = 1\n", "<c>.go": queue + "var y = 2\n", "d.go": queue},
	} {
		r := compared(t, pairs.Options{Matches: true}, files)
		if want := []int{0, 1, 3}[n]; len(r.Pairs) != want {
			t.Fatalf("%d pairs, not %d", len(r.Pairs), want)
		}
		r.Stats.Microseconds = 0 // which differ from run to run
		var whole, streamed bytes.Buffer
		if err := errors.Join(JSON(&whole, r), PairsJSON(t.Context(), &streamed, r)); err != nil {
			t.Fatal(err)
		}
		if whole.String() != streamed.String() {
			t.Errorf("%d pairs: %s\nnot\n%s", len(r.Pairs), streamed.String(), whole.String())
		}
	}
}

func TestLongJSON_EqualsJSON(t *testing.T) {
	type rows struct {
		Rows []string `json:"rows"`
	}
	type document struct {
		Name string   `json:"name"`
		Rows []string `json:"rows"`
		More []rows   `json:"more"`
	}
	for n := range 4 {
		elements := []string{"", "<\x1b", "\n      \"rows\": []"}[:min(n, 3)]
		head := document{"\n  \"rows\": []", []string{}, []rows{{[]string{}}, {[]string{}}}}
		of := func(indent string) Array[string] { return Array[string]{indent, "rows", elements} }
		var whole, streamed bytes.Buffer
		if err := errors.Join(JSON(&whole, document{head.Name, elements, []rows{{elements}, {elements}}}),
			LongJSON(&streamed, head, of("  "), of("      "), of("      "))); err != nil {
			t.Fatal(err)
		}
		if whole.String() != streamed.String() {
			t.Errorf("%s\nnot\n%s", streamed.String(), whole.String())
		}
		if LongJSON(fullDisk{}, head, of("  ")) == nil {
			t.Error("a full disk is not reported")
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestPairsJSON_ReportsAWriterThatFails(t *testing.T) {
	r := compared(t, pairs.Options{Matches: true}, map[string]string{"a.go": queue, "b.go": queue + "var x = 1\n"})
	for _, err := range []error{PairsJSON(t.Context(), fullDisk{}, r), SARIF(t.Context(), fullDisk{}, r, SARIFOptions{}), JSON(fullDisk{}, r)} {
		if err == nil || err.Error() != "the disk is full" {
			t.Error(err)
		}
	}
}
