package main

import (
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// meter measures with memory that is used again.
type meter struct {
	analyzer *analyzer.Analyzer
	analysis analyzer.Analysis
}

func newMeter() (*meter, error) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	return &meter{analyzer: a}, err
}

// measurement is how many seconds a form takes at an eighth, a quarter, half and all of the bytes; 0 where that was
// not measured.
type measurement struct {
	form  form
	times [4]float64
}

// growth returns how many times as long all takes as half does.
func (m measurement) growth() float64 { return m.times[3] / m.times[2] }

// least returns m with what a size took, unless it took less before.
func (m measurement) least(size int, took float64) measurement {
	if m.times[size] == 0 || took < m.times[size] {
		m.times[size] = took
	}
	return m
}

// lexing returns how long it takes to lex a form of so many bytes.
func (m *meter) lexing(l *lex.Language, f form, bytes int) float64 {
	src := f.source(bytes)
	return seconds(func() { m.analysis.Tokens = l.Lex(m.analysis.Tokens[:0], src) })
}

// attempts is how often a form has to be over the bound to be reported.
const attempts = 3

// thorough measures all sizes, runs times, and takes the least; and again as long as it is over the bound.
func (m *meter) thorough(l *lex.Language, f form, o options) measurement {
	t := measurement{form: f}
	for range attempts {
		for size := range t.times {
			src := f.source(o.bytes >> (3 - size))
			for range o.runs {
				took := seconds(func() { m.analyzer.Analyze(l, src, &m.analysis) })
				t = t.least(size, took)
			}
		}
		if o.most <= 0 || t.growth() <= o.most {
			break
		}
	}
	return t
}
