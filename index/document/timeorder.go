package document

import (
	"cmp"

	"github.com/chaffinch-search/chaffinch/internal/order"
)

// Within a history, ancestry decides which document came first. The commits of a rebase have one
// date, and clocks go back. Between histories, and for everything else, dates decide. A clock that
// was years ahead would make all later commits of its history look late, if corrected dates were
// compared between histories.

// CompareTime orders two occurrences in time: by ancestry in one history, else by date. Unknown
// dates come last, and of one date edited posts do. More than two occurrences need [SortByTime]:
// date and ancestry may disagree.
func (o Occurrence) CompareTime(p Occurrence) int {
	if o.sharesHistory(p) {
		return cmp.Or(cmp.Compare(o.Corrected(), p.Corrected()), o.compareDates(p))
	}
	return o.compareDates(p)
}

// Corrected returns Git's corrected commit date, in seconds since 1970. A commit has a later date
// than its ancestors. 0 is unknown.
func (o Occurrence) Corrected() int64 {
	if o.Date.IsZero() {
		return o.Reading.DateOffset
	}
	return o.Date.Unix() + o.Reading.DateOffset
}

// sharesHistory reports whether both are of commits of one history whose ancestry is known.
func (o Occurrence) sharesHistory(p Occurrence) bool {
	return o.Revision != "" && p.Revision != "" && o.Corrected() != 0 && p.Corrected() != 0 &&
		o.Collection == p.Collection && o.Root == p.Root
}

func (o Occurrence) compareDates(p Occurrence) int {
	switch {
	case o.Date.IsZero() && p.Date.IsZero():
		return 0
	case o.Date.IsZero():
		return 1
	case p.Date.IsZero():
		return -1
	}
	return cmp.Or(o.Date.Compare(p.Date), o.Edited.Compare(p.Edited))
}

// SortByTime sorts items by the dates of their occurrences, stably. The items of each history are
// then sorted by ancestry, in the places that the history has.
func SortByTime[T any](all []T, of func(T) Occurrence) {
	order.Short(all, func(x, y T) int { return of(x).compareDates(of(y)) })
	type history struct{ collection, root string }
	places := map[history][]int{}
	for i := range all {
		if o := of(all[i]); o.sharesHistory(o) {
			in := history{o.Collection, o.Root}
			places[in] = append(places[in], i)
		}
	}
	for _, at := range places {
		items := make([]T, len(at))
		for i, place := range at {
			items[i] = all[place]
		}
		order.Short(items, func(x, y T) int { return of(x).CompareTime(of(y)) })
		for i, place := range at {
			all[place] = items[i]
		}
	}
}
