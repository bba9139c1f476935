package evidence

import (
	"context"
	"sync"

	"github.com/chaffinch-search/chaffinch/index"
)

// described caches the state's descriptions of contents. The hits of a question are described
// several times, in its windows and as versions of a path, and many documents are hits of many
// questions. The state does not change. It is safe for concurrent use.
type described struct {
	mu   sync.Mutex
	by   map[string]index.Described
	used int // occurrences
}

// mostOccurrences bounds the occurrences that are kept, of some 300 bytes each. If there are more,
// all are forgotten.
const mostOccurrences = 1 << 16

// describe returns contents and their occurrences, in the order of ids. These must not be changed.
func (a *Asker) describe(ctx context.Context, ids []string) ([]index.Described, error) {
	all := make([]index.Described, len(ids))
	missing := a.described.fill(all, ids)
	if len(missing) == 0 {
		return all, nil
	}
	found, err := a.state.Describe(ctx, missing)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if all[i].ID != "" {
			continue
		}
		all[i], found = found[0], found[1:]
		index.SettleEdits(all[i].Occurrences)
		a.described.add(id, all[i])
	}
	return all, nil
}

// fill sets the contents that are kept, and returns the other ids.
func (d *described) fill(all []index.Described, ids []string) (missing []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, id := range ids {
		known := false
		if all[i], known = d.by[id]; !known {
			missing = append(missing, id)
		}
	}
	return missing
}

func (d *described) add(id string, of index.Described) {
	if len(of.Occurrences) > mostOccurrences/8 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, known := d.by[id]; known {
		return
	}
	if d.used += 1 + len(of.Occurrences); d.by == nil || d.used > mostOccurrences {
		d.by, d.used = map[string]index.Described{}, 1+len(of.Occurrences)
	}
	d.by[id] = of
}
