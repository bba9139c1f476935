package evidence

// With Request.Group, the best hit of a group stands for all of them. The search then looks for as
// many groups as the request asks for documents.

// mostOfGroup bounds how many candidates of a group are aligned. So one group does not end the
// search for others.
const mostOfGroup = 20

// withinGroups returns the candidates without those beyond the most of a group.
func (r *ranking) withinGroups(candidates []candidate) []candidate {
	if r.request.Group == nil {
		return candidates
	}
	var kept []candidate
	for _, c := range candidates {
		name := r.request.Group(c.occurrences[0])
		if r.groups[name]++; r.groups[name] <= mostOfGroup {
			kept = append(kept, c)
		}
	}
	return kept
}

// distinct returns the number of hits, or of their groups.
func (r *ranking) distinct(hits []hit) int {
	if r.request.Group == nil {
		return len(hits)
	}
	names := map[string]bool{}
	for _, h := range hits {
		names[r.request.Group(h.Occurrences[0])] = true
	}
	return len(names)
}

// firstOfGroups returns each group's first hit, with how many others score enough.
func (r *ranking) firstOfGroups(hits []hit) []hit {
	if r.request.Group == nil {
		return hits
	}
	at := map[string]int{}
	var firsts []hit
	for _, h := range hits {
		name := r.request.Group(h.Occurrences[0])
		i, ok := at[name]
		switch {
		case !ok:
			at[name] = len(firsts)
			h.Group = name
			firsts = append(firsts, h)
		case r.lists(&h):
			firsts[i].Others++
		}
	}
	return firsts
}
