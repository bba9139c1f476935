package main

import (
	"maps"
	"regexp"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

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

// alarms is how well the first score tells questions that have an answer from those that have none.
type alarms struct {
	NoneQueries int           `json:"neg_queries"`
	FirstAUC    metric.Figure `json:"top1_auc"`
	// Right is the share of right first answers above the score that 5% of the questions without
	// an answer exceed.
	Right metric.Figure `json:"correct_top1_at_5pct_fa"`
}

// tolerated is the share of false alarms at which right first answers are counted.
const tolerated = .05

// asked is a question with its relevant documents and its answers.
type asked struct {
	relevant map[string]bool
	answers  map[string]float64
}

func (q *asked) ranking() metric.Ranking {
	var scores []float64
	var relevant []bool
	for document, score := range q.answers {
		scores, relevant = append(scores, score), append(relevant, q.relevant[document])
	}
	return metric.NewRanking(scores, relevant, len(q.relevant))
}

// asking maps questions to what became of them.
type asking map[string]*asked

// expect adds a question with a relevant document, unless it is not wanted.
func (a asking) expect(question, document string, wanted *regexp.Regexp) {
	q := a[question]
	if q == nil {
		if wanted != nil && !wanted.MatchString(question) {
			return
		}
		q = &asked{map[string]bool{}, map[string]float64{}}
		a[question] = q
	}
	q.relevant[document] = true
}

// answer adds an answer to a question, if that is asked. A document is no answer to itself.
func (a asking) answer(question, document string, score float64) {
	if q := a[question]; q != nil && question != document {
		q.answers[document] = score
	}
}

// pairQuestions takes every document with a copy for a question, and those that it is paired with
// for its answers.
func pairQuestions(rows []row, wanted *regexp.Regexp, c *scores) asking {
	a := asking{}
	for _, r := range rows {
		if r.positive {
			a.expect(r.a, r.b, wanted)
			a.expect(r.b, r.a, wanted)
		}
	}
	for _, r := range rows {
		a.answer(r.a, r.b, c.of(r.a, r.b))
		a.answer(r.b, r.a, c.of(r.b, r.a))
	}
	return a
}

// searchQuestions takes the questions of a search set, with all that was scored for answers.
func searchQuestions(rows []row, wanted *regexp.Regexp, c *scores) asking {
	a := asking{}
	for _, r := range rows {
		if r.positive {
			a.expect(r.a, r.b, wanted)
		}
	}
	for _, s := range c.list {
		a.answer(s.a, s.b, s.value)
		if !c.set.options.directed {
			a.answer(s.b, s.a, s.value)
		}
	}
	return a
}

func retrievalOf(a asking) *retrieval {
	var all []metric.Ranking
	for _, question := range slices.Sorted(maps.Keys(a)) {
		all = append(all, a[question].ranking())
	}
	mean := func(f func(metric.Ranking) float64) metric.Figure { return metric.Figure(metric.Mean(all, f)) }
	recall := func(k int) metric.Figure { return mean(func(r metric.Ranking) float64 { return r.Recall(k) }) }
	hit := func(k int) metric.Figure { return mean(func(r metric.Ranking) float64 { return r.Hit(k) }) }
	return &retrieval{
		Queries: len(all), MAP: mean(metric.Ranking.AveragePrecision), MRR: mean(metric.Ranking.ReciprocalRank),
		Recall1: recall(1), Recall5: recall(5), Recall10: recall(10), Hit1: hit(1), Hit5: hit(5), Hit10: hit(10),
	}
}

func (r *result) evaluateSearch(s *set, c *scores) {
	first := firstAnswers(c)
	measure := func(rows []row) *part {
		a := searchQuestions(rows, s.options.query, c)
		return &part{N: len(a), retrieval: retrievalOf(a), alarms: alarmsOf(a, s.none, first)}
	}
	whole := measure(s.rows)
	r.retrieval, r.alarms = whole.retrieval, whole.alarms
	for level, rows := range levels(s.rows) {
		r.Levels[level] = measure(rows)
	}
	if s.options.splits {
		r.Splits = map[string]*part{}
		for split, rows := range splits(s.rows) {
			r.Splits[split] = measure(rows)
		}
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

// alarmsOf returns nil if no questions are known that have no answer.
func alarmsOf(a asking, none []string, first map[string]score) *alarms {
	if len(none) == 0 {
		return nil
	}
	var firsts []metric.First
	for question, q := range a {
		f := first[question]
		firsts = append(firsts, metric.First{Score: f.value, Right: q.relevant[f.b]})
	}
	var scores []float64
	for _, question := range none {
		scores = append(scores, first[question].value)
	}
	right, _ := metric.RightAt(tolerated, firsts, scores)
	return &alarms{NoneQueries: len(none), FirstAUC: metric.Figure(metric.FirstAUC(firsts, scores)), Right: metric.Figure(right)}
}
