package main

import (
	"bytes"
	"testing"
)

// What is written is read again, and ratios take the machine into account.
func TestFigures(t *testing.T) {
	last := &figures{Corpus: corpusFigure{"go src", 99}, Yardstick: 50, Values: map[string]float64{firstIndex: 1000, nothingFound: 20.5, coldMegabytes: 2}}
	var b bytes.Buffer
	b.WriteString(figuresHead)
	last.print(&b)
	(&figures{Corpus: corpusFigure{"linux", 5}, Yardstick: 1}).print(&b)
	all, err := readFigures(b.Bytes())
	if err != nil || len(all) != 2 || all[0].Corpus != last.Corpus || all[0].Values[nothingFound] != 20.5 || all[0].Yardstick != 50 {
		t.Fatalf("%v, %v", all, err)
	}
	now := &figures{Yardstick: 100, Values: map[string]float64{firstIndex: 2200, nothingFound: 82, coldMegabytes: 6}}
	for measure, want := range map[string]float64{firstIndex: 1.1, nothingFound: 2, coldMegabytes: 3} {
		if times, ok := now.ratio(last, measure); !ok || times < want-.001 || times > want+.001 {
			t.Errorf("%s: %v times, %t", measure, times, ok)
		}
	}
	if _, ok := now.ratio(last, startOnly); ok {
		t.Error("a ratio to nothing")
	}
	for _, text := range []string{"first index 1", "first index\t1", "corpus x\tfiles", "corpus x\t1 files\nfirst index\tx"} {
		if _, err := readFigures([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
