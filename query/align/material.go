package align

import "math"

// WithMaterial raises a similarity by the cosine of both documents' names and literals. The cosine
// is by tf-idf. They help most where matches prove little: a copy whose statements were rewritten
// keeps its names and texts. Alone they prove nothing, because solutions of one task share them,
// too. So only the excess over common counts, the usual cosine in the collection.
func WithMaterial(similarity, cosine, common float64) float64 {
	if common >= 1 {
		return similarity
	}
	own := max(0, cosine-common) / (1 - common)
	return similarity + own*similarity*(1-similarity)
}

// LeastWithMaterial returns the least similarity that [WithMaterial] can raise to a score.
func LeastWithMaterial(score float64) float64 { return 1 - math.Sqrt(max(0, 1-score)) }
