package ring

func (r *Ring[K, V]) Save(id K,
	payload V) (gone K, evicted bool) {
	if i, ok := r.where[id]; ok {
		r.slots[i].payload, r.slots[i].touched = payload, true // known already

		return gone, false
	}
	i := r.victim() // somebody has to leave
	if r.slots[i].used {
		gone, evicted = r.slots[i].id, true
		delete(r.where,
			gone)
	}

	r.slots[i] = slot[K, V]{id: id, payload: payload, used: true}
	r.where[id] = i

	return gone, evicted
}

func (r *Ring[K, V]) victim() int {
	for {
		i := r.hand
		r.hand = (r.hand + 1) % len(r.slots)
		r.swept++

		switch {
		case !r.slots[i].used:
			return i

		case r.slots[i].touched:
			r.slots[i].touched = false // second chance
		default:
			return i
		}
	}
}
