package query

import (
	"reflect"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// term is the term of a question for a letter.
func term(r analyzer.Representation, letter byte, spare bool) Term {
	return Term{Representation: r, Hash: uint64(letter) << 56, Spare: spare}
}

func TestVector_MergesEqualTerms(t *testing.T) {
	terms := []Term{term(analyzer.Structure, 'g', false), term(analyzer.Exact, 'h', false), term(analyzer.Structure, 'g', true), term(analyzer.Exact, 'g', true), term(analyzer.Structure, 'g', false)}
	v := NewVector(terms)
	want := []Term{term(analyzer.Exact, 'g', true), term(analyzer.Exact, 'h', false), term(analyzer.Structure, 'g', false)}
	if v.Len() != 3 || !reflect.DeepEqual(v.Terms(), want) {
		t.Errorf("%v", v.Terms())
	}
	if terms[0].Representation != analyzer.Structure {
		t.Error("the caller's terms were reordered")
	}
	if got := v.Smallest(2).Terms(); !reflect.DeepEqual(got, []Term{term(analyzer.Exact, 'g', true), term(analyzer.Structure, 'g', false)}) {
		t.Errorf("the smallest two: %v", got)
	}
	if v.Smallest(0) != v || v.Smallest(3) != v {
		t.Error("all are not the vector itself")
	}
}

func TestMeasure_Names(t *testing.T) {
	for _, m := range []Measure{Containment, Cosine, Resemblance} {
		if got, err := ParseMeasure(m.String()); got != m || err != nil {
			t.Errorf("%s: %v, %v", m, got, err)
		}
	}
	if _, err := ParseMeasure("other"); err == nil {
		t.Error("another name is taken")
	}
	if got := Measure(9).String(); got != "measure(9)" {
		t.Error(got)
	}
}
