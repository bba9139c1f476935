package evidence

// ranking scores, orders, groups and counts the hits of one question. It reads nothing: prover
// proves the hits and asks the index.
type ranking struct {
	request  Request
	question *question
	least    float64 // score of a hit that may be listed, because it is likely
	spelled  float64 // score of a hit that may be listed, because of a run: see [align.Spelled]; at most least
	weight   float64 // of the whole question, in rare tokens

	histories map[string]*history // by path, with its place
	groups    map[string]int      // candidates of a group
	parts     *sureParts          // nil unless whole documents are compared

	unlikely       int // candidates that are not aligned: see promising
	weaker         int // hits below the minimum score: see [answer.Answer], as weakerVerbatim
	weakerVerbatim int
	more           int // hits beyond those requested: see [answer.Answer]
}
