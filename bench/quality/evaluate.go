package main

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

// result is what came of one set. Parts that do not belong to its kind are nil.
type result struct {
	Set       string `json:"set"`
	Documents int    `json:"documents"` // that are named in its rows
	Pairs     int    `json:"pairs"`
	Positives int    `json:"pos"`
	*pairFigures
	*retrieval
	*alarms
	// Levels are those of the positive pairs.
	Levels map[string]*part `json:"levels,omitempty"`
	Splits map[string]*part `json:"splits,omitempty"`
}

// part is what came of some of a set's rows.
type part struct {
	N         int            `json:"n"`                // positive pairs or, in a search set, questions
	Positives int            `json:"pos,omitempty"`    // in a split of a pair set, where N is of all pairs
	Recall    *metric.Figure `json:"recall,omitempty"` // of a level, at the best threshold of the set
	*parting
	*retrieval
	*alarms
}

// parting is how far scores part positive from negative pairs.
type parting struct {
	AP  metric.Figure `json:"ap"`
	AUC metric.Figure `json:"auc"`
	F1  metric.Figure `json:"f1"`
}

// pairFigures are those of a whole pair set.
type pairFigures struct {
	Beta float64 `json:"beta"` // of F
	parting
	Threshold metric.Figure `json:"thr"`  // with the best F1, or the best on the split to tune on
	Precision metric.Figure `json:"prec"` // at the threshold
	Recall    metric.Figure `json:"rec"`  // at the threshold
	// TunedF1 is the F1 at the threshold if that was chosen on another split.
	TunedF1 *metric.Figure `json:"tuned_f1,omitempty"`
	// BothWays is the F1 as it is published for some sets: pairs in both directions, and self-pairs.
	BothWays *metric.Figure `json:"f1_published_protocol,omitempty"`

	PrecisionAt50 metric.Figure `json:"p@r0.5"`
	PrecisionAt80 metric.Figure `json:"p@r0.8"`
	PrecisionAt90 metric.Figure `json:"p@r0.9"`
	PrecisionAt95 metric.Figure `json:"p@r0.95"`
	RecallAt90    metric.Figure `json:"r@p0.9"`
	RecallAt99    metric.Figure `json:"r@p0.99"`
}

// labelled are pairs with their scores.
type labelled struct {
	scores   []float64
	positive []bool
}

func label(rows []row, c *scores) labelled {
	var l labelled
	for _, r := range rows {
		l.scores = append(l.scores, c.of(r.a, r.b))
		l.positive = append(l.positive, r.positive)
	}
	return l
}

func (l labelled) curve() *metric.Curve { return metric.NewCurve(l.scores, l.positive) }

// evaluate computes all figures of a set.
func evaluate(s *set, c *scores) *result {
	r := &result{Set: s.name, Documents: s.named(), Pairs: len(s.rows), Levels: map[string]*part{}}
	for _, row := range s.rows {
		if row.positive {
			r.Positives++
		}
	}
	if s.options.search {
		r.evaluateSearch(s, c)
	} else {
		r.evaluatePairs(s, c)
	}
	return r
}

// named counts the documents, and questions, that the rows name.
func (s *set) named() int {
	seen := map[string]bool{}
	for _, r := range s.rows {
		seen[r.a], seen[r.b] = true, true
	}
	return len(seen)
}

func (r *result) evaluatePairs(s *set, c *scores) {
	curve := label(s.rows, c).curve()
	r.pairFigures = pairsOf(s, c, curve)
	if s.options.retrieval {
		r.retrieval = retrievalOf(pairQuestions(s.rows, s.options.query, c))
	}
	for level, rows := range levels(s.rows) {
		own := len(rows) // positive ones
		rows = append(rows, negatives(s.rows)...)
		p := &part{N: own, parting: partingOf(label(rows, c).curve(), s.options.beta)}
		found := metric.Figure(recallAt(label(rows[:own], c), float64(r.Threshold)))
		p.Recall = &found
		if s.options.retrieval {
			p.retrieval = retrievalOf(pairQuestions(rows, s.options.query, c))
		}
		r.Levels[level] = p
	}
	if s.options.splits {
		r.Splits = map[string]*part{}
		for split, rows := range splits(s.rows) {
			r.Splits[split] = &part{
				N: len(rows), Positives: len(rows) - len(negatives(rows)),
				parting: partingOf(label(rows, c).curve(), s.options.beta),
			}
		}
	}
}

func partingOf(c *metric.Curve, beta float64) *parting {
	_, f := c.Best(beta)
	return &parting{metric.Figure(c.AveragePrecision()), metric.Figure(c.AUC()), metric.Figure(f)}
}

// pairsOf returns the figures of the whole pair set, of which curve is.
func pairsOf(s *set, c *scores, curve *metric.Curve) *pairFigures {
	o := s.options
	best, _ := curve.Best(o.beta)
	f := &pairFigures{
		Beta:          o.beta,
		parting:       *partingOf(curve, o.beta),
		PrecisionAt50: metric.Figure(curve.PrecisionAt(.5)), PrecisionAt80: metric.Figure(curve.PrecisionAt(.8)),
		PrecisionAt90: metric.Figure(curve.PrecisionAt(.9)), PrecisionAt95: metric.Figure(curve.PrecisionAt(.95)),
		RecallAt90: metric.Figure(curve.RecallAt(.9)), RecallAt99: metric.Figure(curve.RecallAt(.99)),
	}
	if o.tune != "" {
		tuned, _ := label(splits(s.all)[o.tune], c).curve().Best(o.beta)
		best = curve.At(tuned.Threshold)
		f1 := metric.Figure(metric.F(o.beta, best.TP, best.FP, len(s.rows)-len(negatives(s.rows))))
		f.TunedF1 = &f1
	}
	if o.self > 0 {
		both := metric.Figure(curve.BestBothWays(o.beta, o.self))
		f.BothWays = &both
	}
	f.Threshold, f.Precision, f.Recall = metric.Figure(best.Threshold), metric.Figure(best.Precision()), metric.Figure(curve.Recall(best))
	return f
}

// recallAt returns the share of the scores that reach the threshold.
func recallAt(l labelled, threshold float64) float64 {
	curve := l.curve()
	return curve.Recall(curve.At(threshold))
}

func negatives(rows []row) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.positive })
}

// mostLevels is how many levels a set may have for them to be measured one by one.
const mostLevels = 40

// levels returns the positive rows by level, nil if there are too many.
func levels(rows []row) map[string][]row {
	by := map[string][]row{}
	for _, r := range rows {
		if r.positive {
			by[r.level] = append(by[r.level], r)
		}
	}
	if len(by) > mostLevels {
		return nil
	}
	return by
}

func splits(rows []row) map[string][]row {
	by := map[string][]row{}
	for _, r := range rows {
		by[r.split] = append(by[r.split], r)
	}
	return by
}
