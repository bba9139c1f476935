package chaffinch

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/saved"
)

// A baseline that is the JSON of a result is read one element at a time, for it may be large. An element that lacks what each
// one has is an error: a few bytes each would take much memory.

// errOther returns the error for JSON that is no result of a kind.
func errOther(kind, err error) error { return fmt.Errorf("%w (%w)", kind, err) }

// readJSON reads the JSON of a [CloneResult].
func (b *CloneBaseline) readJSON(text []byte) error {
	var c Clone
	place := func(p *ClonePlace) func(*json.Decoder) error {
		fields := saved.Fields{"path": saved.Value(&p.Path), "content": saved.Value(&p.Content)}
		return func(d *json.Decoder) error { return saved.Object(d, fields) }
	}
	clone := saved.Fields{"copy": place(&c.Copy), "original": place(&c.Original), "content": saved.Value(&c.Content)}
	hasClones := false
	clones := saved.Array(func(d *json.Decoder) error {
		c.Copy.Path, c.Original.Path, c.Content = "", "", ""
		if err := saved.Object(d, clone); err != nil || c.Copy.Path == "" || c.Original.Path == "" || c.Content == "" {
			return cmp.Or(err, saved.ErrNot)
		}
		b.add(&c)
		return nil
	})
	err := saved.Read(text, saved.Fields{
		"minTokens": saved.Value(&b.minTokens), "only": saved.Value(&b.only),
		"clones": func(d *json.Decoder) error { hasClones = true; return clones(d) },
	})
	if err == nil && (!hasClones || b.minTokens == 0) {
		err = saved.ErrNot
	}
	if err != nil {
		return errOther(errNoClones, err)
	}
	return nil
}

// readJSON reads the JSON of a [Result].
func (b *Baseline) readJSON(text []byte) error {
	var units []baselineUnit
	var pairs []baselinePair
	var identical, near [][]int
	hasUnits, hasPairs := false, false

	var u struct {
		name      string
		files     []string
		old, rest bool
	}
	var content string
	file := saved.Fields{"content": saved.Value(&content)}
	unit := saved.Fields{"name": saved.Value(&u.name), "old": saved.Value(&u.old), "rest": saved.Value(&u.rest),
		"files": saved.Array(func(d *json.Decoder) error {
			content = ""
			if err := saved.Object(d, file); err != nil || content == "" {
				return cmp.Or(err, saved.ErrNot)
			}
			u.files = append(u.files, strings.Clone(content))
			return nil
		})}
	readUnits := saved.Array(func(d *json.Decoder) error {
		u.name, u.files, u.old, u.rest = "", u.files[:0], false, false
		if err := saved.Object(d, unit); err != nil || u.name == "" {
			return cmp.Or(err, saved.ErrNot)
		}
		b.only = b.only || u.rest
		units = append(units, baselineUnit{hashOf(u.name), contentsOfIDs(u.files), u.old})
		return nil
	})

	var p baselinePair
	side := func(n *int) func(*json.Decoder) error {
		fields := saved.Fields{"unit": saved.Value(n)}
		return func(d *json.Decoder) error { return saved.Object(d, fields) }
	}
	pair := saved.Fields{"a": side(&p.a), "b": side(&p.b), "score": saved.Value(&p.score)}
	readPairs := saved.Array(func(d *json.Decoder) error {
		p = baselinePair{-1, -1, 0}
		if err := saved.Object(d, pair); err != nil || p.a < 0 || p.b < 0 {
			return cmp.Or(err, saved.ErrNot)
		}
		pairs = append(pairs, p)
		return nil
	})

	groups := func(all *[][]int) func(*json.Decoder) error {
		return saved.Array(func(d *json.Decoder) error {
			var group []int
			err := saved.Array(func(d *json.Decoder) error {
				group = append(group, 0)
				return d.Decode(&group[len(group)-1])
			})(d)
			if err == nil && len(group) == 0 {
				err = saved.ErrNot
			}
			*all = append(*all, group)
			return err
		})
	}
	err := saved.Read(text, saved.Fields{
		"unit": saved.Value(&b.unit), "identical": groups(&identical), "nearIdentical": groups(&near),
		"units": func(d *json.Decoder) error { hasUnits = true; return readUnits(d) },
		"pairs": func(d *json.Decoder) error { hasPairs = true; return readPairs(d) },
	})
	bad := func(n int) bool { return n < 0 || n >= len(units) }
	badGroup := func(g []int) bool { return slices.ContainsFunc(g, bad) }
	if err == nil && (!hasUnits || !hasPairs || slices.ContainsFunc(identical, badGroup) || slices.ContainsFunc(near, badGroup) ||
		slices.ContainsFunc(pairs, func(p baselinePair) bool { return bad(p.a) || bad(p.b) })) {
		err = saved.ErrNot
	}
	if err != nil {
		return errOther(errNoResult, err)
	}
	b.add(units, pairs, identical, near)
	return nil
}
