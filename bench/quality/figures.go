package main

import (
	"maps"
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
}

// part is what came of a level.
type part struct {
	N      int            `json:"n"`                // positive pairs or, in a search set, questions
	Recall *metric.Figure `json:"recall,omitempty"` // at the best threshold of the whole set
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
	parting
	Threshold metric.Figure `json:"thr"`  // with the best F1
	Precision metric.Figure `json:"prec"` // at the threshold
	Recall    metric.Figure `json:"rec"`  // at the threshold

	PrecisionAt50 metric.Figure `json:"p@r0.5"`
	PrecisionAt80 metric.Figure `json:"p@r0.8"`
	PrecisionAt90 metric.Figure `json:"p@r0.9"`
	PrecisionAt95 metric.Figure `json:"p@r0.95"`
	RecallAt90    metric.Figure `json:"r@p0.9"`
	RecallAt99    metric.Figure `json:"r@p0.99"`
}

// retrieval is how near to the top the copies are, over questions.
type retrieval struct {
	Queries  int           `json:"queries"`
	MAP      metric.Figure `json:"map"`
	MRR      metric.Figure `json:"mrr"`
	Recall1  metric.Figure `json:"r@1"`
	Recall5  metric.Figure `json:"r@5"`
	Recall10 metric.Figure `json:"r@10"`
	Hit1     metric.Figure `json:"hit@1"`
	Hit5     metric.Figure `json:"hit@5"`
	Hit10    metric.Figure `json:"hit@10"`
}

// alarms is how well the first score tells questions that have a copy from those that have none.
type alarms struct {
	NoneQueries int           `json:"neg_queries"`
	FirstAUC    metric.Figure `json:"top1_auc"`
	// Right is the share of right first answers above the score that 5% of the questions without a
	// copy exceed.
	Right metric.Figure `json:"correct_top1_at_5pct_fa"`
}

// mostLevels is how many levels a set may have for them to be measured one by one.
const mostLevels = 40

// evaluate computes all figures of a set.
func evaluate(s *set, c *scores) *result {
	r := &result{Set: s.name, Pairs: len(s.rows), Levels: map[string]*part{}}
	seen := map[string]bool{}
	levels := map[string][]row{} // of positive rows
	var negatives []row
	for _, row := range s.rows {
		seen[row.a], seen[row.b] = true, true
		if row.positive {
			r.Positives++
			levels[row.level] = append(levels[row.level], row)
		} else {
			negatives = append(negatives, row)
		}
	}
	r.Documents = len(seen)
	if len(levels) > mostLevels {
		levels = nil
	}
	if s.search {
		first := firstAnswers(c)
		measure := func(rows []row) *part {
			a := s.asked(rows, c)
			return &part{N: len(a), retrieval: retrievalOf(a), alarms: alarmsOf(a, s.none, first)}
		}
		whole := measure(s.rows)
		r.retrieval, r.alarms = whole.retrieval, whole.alarms
		for level, rows := range levels {
			r.Levels[level] = measure(rows)
		}
		return r
	}
	r.pairFigures = pairsOf(curveOf(s.rows, c))
	if !s.noRetrieval {
		r.retrieval = retrievalOf(s.asked(s.rows, c))
	}
	for level, own := range levels {
		rows := slices.Concat(own, negatives)
		curve := curveOf(own, c)
		found := metric.Figure(curve.Recall(curve.At(float64(r.Threshold))))
		p := &part{N: len(own), Recall: &found, parting: partingOf(curveOf(rows, c))}
		if !s.noRetrieval {
			p.retrieval = retrievalOf(s.asked(rows, c))
		}
		r.Levels[level] = p
	}
	return r
}

func curveOf(rows []row, c *scores) *metric.Curve {
	var scores []float64
	var positive []bool
	for _, r := range rows {
		scores, positive = append(scores, c.of(r.a, r.b)), append(positive, r.positive)
	}
	return metric.NewCurve(scores, positive)
}

func partingOf(c *metric.Curve) *parting {
	_, f1 := c.Best()
	return &parting{metric.Figure(c.AveragePrecision()), metric.Figure(c.AUC()), metric.Figure(f1)}
}

func pairsOf(c *metric.Curve) *pairFigures {
	best, _ := c.Best()
	precision := func(recall float64) metric.Figure { return metric.Figure(c.PrecisionAt(recall)) }
	return &pairFigures{
		parting:   *partingOf(c),
		Threshold: metric.Figure(best.Threshold),
		Precision: metric.Figure(best.Precision()), Recall: metric.Figure(c.Recall(best)),
		PrecisionAt50: precision(.5), PrecisionAt80: precision(.8),
		PrecisionAt90: precision(.9), PrecisionAt95: precision(.95),
		RecallAt90: metric.Figure(c.RecallAt(.9)), RecallAt99: metric.Figure(c.RecallAt(.99)),
	}
}

// asked is a question with its relevant documents and its answers.
type asked struct {
	relevant map[string]bool
	answers  map[string]float64
}

// asked returns the questions of the rows that have a copy. In a pair set these are documents, and
// their answers those that they are paired with; in a search set all that was scored is an answer.
// A document is no answer to itself.
func (s *set) asked(rows []row, c *scores) map[string]*asked {
	questions := map[string]*asked{}
	expect := func(question, document string) {
		if s.query != nil && !s.query.MatchString(question) {
			return
		}
		if questions[question] == nil {
			questions[question] = &asked{map[string]bool{}, map[string]float64{}}
		}
		questions[question].relevant[document] = true
	}
	answer := func(question, document string, score float64) {
		if q := questions[question]; q != nil && question != document {
			q.answers[document] = score
		}
	}
	for _, r := range rows {
		if r.positive {
			expect(r.a, r.b)
			if !s.search {
				expect(r.b, r.a)
			}
		}
	}
	if s.search {
		for _, one := range c.list {
			answer(one.a, one.b, one.value)
		}
		return questions
	}
	for _, r := range rows {
		score := c.of(r.a, r.b)
		answer(r.a, r.b, score)
		answer(r.b, r.a, score)
	}
	return questions
}

func retrievalOf(questions map[string]*asked) *retrieval {
	var all []metric.Ranking
	for _, question := range slices.Sorted(maps.Keys(questions)) {
		q := questions[question]
		var scores []float64
		var relevant []bool
		for document, score := range q.answers {
			scores, relevant = append(scores, score), append(relevant, q.relevant[document])
		}
		all = append(all, metric.NewRanking(scores, relevant, len(q.relevant)))
	}
	mean := func(f func(metric.Ranking) float64) metric.Figure { return metric.Figure(metric.Mean(all, f)) }
	recall := func(k int) metric.Figure {
		return mean(func(r metric.Ranking) float64 { return r.Recall(k) })
	}
	hit := func(k int) metric.Figure { return mean(func(r metric.Ranking) float64 { return r.Hit(k) }) }
	return &retrieval{
		Queries: len(all),
		MAP:     mean(metric.Ranking.AveragePrecision), MRR: mean(metric.Ranking.ReciprocalRank),
		Recall1: recall(1), Recall5: recall(5), Recall10: recall(10),
		Hit1: hit(1), Hit5: hit(5), Hit10: hit(10),
	}
}

// firstAnswers returns the best score above 0 of each question; of equal ones the first.
func firstAnswers(c *scores) map[string]score {
	first := map[string]score{}
	for _, s := range c.list {
		if s.value > first[s.a].value {
			first[s.a] = s
		}
	}
	return first
}

// alarmsOf returns nil if no questions without a copy are known.
func alarmsOf(questions map[string]*asked, none []string, first map[string]score) *alarms {
	if len(none) == 0 {
		return nil
	}
	var firsts []metric.First
	for question, q := range questions {
		f := first[question]
		firsts = append(firsts, metric.First{Score: f.value, Right: q.relevant[f.b]})
	}
	var scores []float64
	for _, question := range none {
		scores = append(scores, first[question].value)
	}
	right, _ := metric.RightAt(.05, firsts, scores)
	return &alarms{len(none), metric.Figure(metric.FirstAUC(firsts, scores)), metric.Figure(right)}
}
