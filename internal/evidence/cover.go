package evidence

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// cover returns few hits that explain most of the question. It counts the hits below the minimum
// score that would explain more. The warnings name candidates that could not be read.
func (p *prover) cover(ctx context.Context, all []hit) (chosen []hit, warnings []answer.Warning, err error) {
	sortHits(all)
	if err := p.judge(ctx, all); err != nil {
		return nil, nil, err
	}
	explained := make([]bool, p.question.Document.Len())
	enough := p.enough(all)
	if err := p.firstVersions(ctx, all[:enough]); err != nil {
		return nil, nil, err
	}
	chosen, hits := p.choose(all[:enough], p.request.Top, explained)
	if left := p.request.Top - len(chosen); left > 0 || p.request.Top < 1 {
		weaker, _ := p.choose(all[enough:], left, explained)
		for _, h := range weaker {
			if h.Score >= p.spelled {
				chosen = append(chosen, h)
			} else {
				p.addWeaker([]hit{h})
			}
		}
	} else {
		more, others := p.choose(hits, 0, explained)
		p.more, hits = len(more), append(others, more...)
	}
	gone := 0
	for i := range hits {
		if !hits[i].Aligned && !hits[i].HashesOnly {
			gone++
		}
		hits[i].release()
	}
	warnings = hashesWarning(slices.Concat(chosen, hits))
	if gone > 0 {
		warnings = append(warnings, warning.Of(option.CoverLacks, gone))
	}
	if !p.request.Alignments {
		for i := range chosen {
			chosen[i].release()
		}
	}
	return chosen, warnings, nil
}

// likely returns the hits that reach the minimum score or are likely copies. It counts the others.
func (r *ranking) likely(hits []hit) []hit {
	if r.request.Likely == 0 {
		return hits
	}
	return slices.DeleteFunc(hits, func(h hit) bool {
		weak := max(h.Score, h.Evident) < r.request.MinScore && h.Probability < r.request.Likely
		if weak {
			r.addWeaker([]hit{h})
		}
		return weak
	})
}

// choose splits the ordered hits into those that explain most, and the others. It chooses at most
// most if that is positive. The choice is greedy: each time the hit that explains most of the rest
// so far. It keeps only matches that add something.
func (r *ranking) choose(hits []hit, most int, explained []bool) (chosen, others []hit) {
	for len(hits) > 0 && (most < 1 || len(chosen) < most) {
		best, gains := r.most(hits, explained, true)
		if best < 0 { // what may be chance or an idiom comes last
			best, gains = r.most(hits, explained, false)
		}
		if best < 0 {
			break
		}
		best, equal := origin(hits, gains, best)
		h := hits[best]
		h.Equal = equal
		hits = slices.Delete(hits, best, best+1)
		h.Adds = r.explain(&h, explained)
		chosen = append(chosen, h)
	}
	return chosen, hits
}

// most returns the hit of the highest gain, and all gains. It is -1 if none gains enough. If surely
// is set, other hits gain nothing. The first one chosen is the first of the ordered hits that gain
// about as much.
func (r *ranking) most(hits []hit, explained []bool, surely bool) (best int, gains []float64) {
	best, most := -1, 0.0
	gains = make([]float64, len(hits))
	for i := range hits {
		if surely && hits[i].Probability < threshold.SureCopy {
			continue
		}
		if gains[i] = r.gain(&hits[i], explained); gains[i] > most {
			best, most = i, gains[i]
		}
	}
	switch {
	case most < threshold.LeastGain:
		best = -1
	case !slices.Contains(explained, true): // as a search lists them
		best = slices.IndexFunc(gains, func(gain float64) bool { return gain >= threshold.AboutAsMuch*most })
	}
	return best, gains
}

// origin returns the likely origin of the material that the best hit explains. It counts the others
// that explain about as much of it. Hand-written documents come first, then the earliest, then
// the best.
func origin(hits []hit, gains []float64, best int) (first, equal int) {
	first = best
	for i := range hits {
		if i == best || gains[i] < threshold.EqualOrigin*gains[best] || !within(&hits[i], &hits[best]) {
			continue
		}
		equal++
		if gains[i] < threshold.AsMuch*gains[best] {
			continue
		}
		x, y := &hits[i], &hits[first]
		if cmp.Or(cmp.Compare(x.machine(), y.machine()), x.bundleOf(y)-y.bundleOf(x), x.Occurrences[0].CompareTime(y.Occurrences[0])) < 0 {
			first = i
		}
	}
	return first, equal
}

// within reports whether y explains most of what x explains of the question.
func within(x, y *hit) bool {
	all, same := 0, 0
	for _, m := range x.spans() {
		all += m.Len()
		for _, n := range y.spans() {
			same += max(0, min(m.To, n.To)-max(m.From, n.From))
		}
	}
	return float64(same) >= threshold.EqualOrigin*float64(all)
}

// spans returns where the hit's matches or runs explain the question.
func (h *hit) spans() (all []analyzer.Span) {
	for _, m := range h.matches {
		if m.explains() {
			all = append(all, m.aligned.A)
		}
	}
	for _, run := range h.runs {
		all = append(all, run.Span)
	}
	return all
}

// explains reports whether no other hit is searched for the part of the question. A duplicate with
// other names may come from another document.
func (m match) explains() bool { return !m.Duplicate || m.change.Kind == align.Verbatim }

// gain is the weight of the material that only this hit explains so far.
func (r *ranking) gain(h *hit, explained []bool) float64 {
	sum := 0.0
	for _, m := range h.matches {
		if m.Duplicate {
			continue
		}
		if w := r.fresh(h, m, explained); w >= threshold.ShownMatch { // as in explain
			sum += w
		}
	}
	for _, run := range h.runs {
		if w := r.freshRun(run, explained); w >= threshold.ShownMatch {
			sum += w
		}
	}
	return sum
}

// fresh is the weight of the match without its explained parts.
func (r *ranking) fresh(h *hit, m match, explained []bool) float64 {
	var left align.Match
	for _, tile := range m.aligned.Tiles {
		from := 0
		for i := 0; i <= tile.Length; i++ {
			if i < tile.Length && !explained[tile.A+i] {
				continue
			}
			if i > from {
				left.Tiles = append(left.Tiles,
					align.Tile{A: tile.A + from, B: tile.B + from, Length: i - from})
				left.Tokens += i - from
			}
			from = i + 1
		}
	}
	return left.Weight(r.question.Document, h.document, r.question.Rarity)
}

// freshRun is the weight of the run without its explained parts.
func (r *ranking) freshRun(run printedRun, explained []bool) float64 {
	unexplained, whole := 0.0, 0.0
	for i := run.From; i < run.To; i++ {
		weight := r.question.Rarity.Class[i] + r.question.Rarity.Text[i]
		whole += weight
		if !explained[i] {
			unexplained += weight
		}
	}
	if whole == 0 {
		return 0
	}
	return run.Weight * unexplained / whole
}

// explain marks the material that the hit explains, and removes matches that add nothing. It
// returns the newly explained share of the question's own tokens.
func (r *ranking) explain(h *hit, explained []bool) float64 {
	added := 0
	kept := h.matches[:0]
	for _, m := range h.matches {
		if r.fresh(h, m, explained) < threshold.ShownMatch {
			continue
		}
		kept = append(kept, m)
		for _, tile := range m.aligned.Tiles {
			for i := range tile.Length {
				if !explained[tile.A+i] && !r.question.Document.Discounts(tile.A+i) {
					explained[tile.A+i] = m.explains()
					added++
				}
			}
		}
	}
	h.matches = kept
	if h.HashesOnly {
		h.runs = slices.DeleteFunc(h.runs, func(run printedRun) bool { return r.freshRun(run, explained) < threshold.ShownMatch })
		for _, run := range h.runs {
			for i := run.From; i < run.To; i++ {
				if !explained[i] {
					explained[i] = true
					added++
				}
			}
		}
	} else {
		h.share()
	}
	return float64(added) / float64(max(1, r.question.Document.Own()))
}
