package align

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Found is shared material of question and document, as evidence of an origin ([ForOrigin]).
type Found struct {
	Matches []Match
	Weights []float64 // by match, in rare tokens of the question
	// Notable are the indexes of matches that are hardly chance, in the question's order.
	Notable []int
	// Weight is the weight that explains the question: see [Explained].
	Weight float64
}

// Find aligns a question with a document. rarity is the question's. Matches of material that the
// question has several times are there for each time.
func Find(question, document *Document, rarity Rarity) (f Found) {
	f.Matches = Align(question, document)
	f.Weights = make([]float64, len(f.Matches))
	for i, m := range f.Matches {
		f.Weights[i] = m.Weight(question, document, rarity)
	}
	f.Notable = Notable(f.Matches, f.Weights)
	f.addDuplicates(question, document, rarity)
	f.Weight = ExplainedBy(f.Matches, f.Weights, question.Own())
	return f
}

// ExplainedBy is [Explained] for matches with these weights.
func ExplainedBy(matches []Match, weights []float64, tokens int) float64 {
	parts := make([]Part, len(matches))
	for i, m := range matches {
		parts[i] = m.Part(weights[i])
	}
	return Explained(parts, tokens)
}

// addDuplicates adds the notable duplicates of notable matches.
func (f *Found) addDuplicates(question, document *Document, rarity Rarity) {
	most := 0.0
	var from []Match
	var heavy []float64
	for _, i := range f.Notable {
		if most = max(most, f.Weights[i]); f.Weights[i] >= threshold.LeastGain { // others are chance
			from, heavy = append(from, f.Matches[i]), append(heavy, f.Weights[i])
		}
	}
	var further []Match
	var weights []float64
	for _, m := range duplicates(question, document, from, heavy) {
		if w := m.Weight(question, document, rarity); w >= threshold.ShownMatch && !Slight(w, most) {
			further, weights = append(further, m), append(weights, w)
		}
	}
	if len(further) == 0 {
		return
	}
	displaced := question.displaced(f.Matches, further, false)
	f.Notable = slices.DeleteFunc(f.Notable, func(i int) bool { return displaced[i] })
	for i := range further {
		f.Notable = append(f.Notable, len(f.Matches)+i)
	}
	f.Matches, f.Weights = append(f.Matches, further...), append(f.Weights, weights...)
	slices.SortFunc(f.Notable, func(i, j int) int { return f.Matches[i].A.From - f.Matches[j].A.From })
}

// Sure returns the score of the evident matches, and the probability of a copy. weight is
// [Found].Weight. evident are the parts without possible idioms ([Names.Evident]) and with what
// [Spelled.Evident] adds, nil if no part changes. The question has own tokens, once of them without
// duplicates. shapes are of the matches that are no duplicates. Every command uses it for the
// probability of a part.
func Sure(weight float64, evident []Part, own, once int, shapes *Shapes) (score, probability float64) {
	if evident != nil {
		weight = Explained(evident, own)
	}
	score = Origin(weight * shapes.Share())
	return score, CertaintyOf(ForOrigin).Probability(score, once)
}

// Names returns how far the names of the notable matches agree: see [agreeingNames].
func (f Found) Names(question, document *Document) []Names {
	matches, weights := make([]Match, len(f.Notable)), make([]float64, len(f.Notable))
	for at, i := range f.Notable {
		matches[at], weights[at] = f.Matches[i], f.Weights[i]
	}
	return agreeingNames(matches, weights, question, document)
}

// Sure returns how sure search is of the notable matches: see the function [Sure]. df returns how
// many documents, the question aside, have the tokens of a match in the question. It is not called
// if the run has too few units.
func (f Found) Sure(question, document *Document, run Run, df func(Match) int) Proof {
	var parts []Part
	var shapes Shapes
	less, once := false, question.Own()
	var names []Names
	if !run.IsFew() {
		names = f.Names(question, document)
	}
	for at, i := range f.Notable {
		m, evident := f.Matches[i], f.Weights[i]
		if names != nil && names[at].Kept < 1 {
			evident = names[at].evidentOf(evident, max(df(m), 1), run, m.Changes(question, document).Kind == Edited)
		}
		less = less || evident < f.Weights[i]
		parts = append(parts, m.Part(evident))
		if m.Duplicate {
			once -= m.Tokens - m.Discounted(question, document)
			continue
		}
		shapes.Add(question, document, m)
	}
	if !less {
		parts = nil
	}
	_, probability := Sure(f.Weight, parts, question.Own(), once, &shapes)
	if !run.IsFew() {
		return Proof{Probability: probability}
	}
	_, proved := Sure(min(f.Weight, f.provedAlone(question, document)), nil, question.Own(), once, &shapes)
	return Proof{proved, false}.Either(Proof{min(probability, threshold.UnprovedAlone), probability > threshold.UnprovedAlone})
}

// Proof is how likely a copy is. MayBeCommon reports that the probability is low because too few
// other documents show which material is common: see [Run].IsFew.
type Proof struct {
	Probability float64
	MayBeCommon bool
}

// Either returns the surer of two proofs.
func (p Proof) Either(q Proof) Proof {
	if q.Probability > p.Probability || q.Probability == p.Probability && q.MayBeCommon {
		return q
	}
	return p
}

// Or returns the proof, or this probability if it is larger.
func (p Proof) Or(probability float64) Proof { return p.Either(Proof{Probability: probability}) }
