package pairing

import (
	"context"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// The functions of a group differ in names and literals, which one function in place of all would
// take as parameters, and in edited code. All functions are aligned with the first. A name or
// literal of the first that others have in another spelling is a parameter. Its places with the
// same values in all functions are one parameter.

const (
	// mostCompared bounds the functions of a group that are compared with the first.
	mostCompared = 100
	// mostParameters bounds the parameters of a group, and mostValue the bytes of a value.
	mostParameters, mostValue = 100, 80
)

// addParameters fills in what differs between the functions of each group.
func (r *comparison) addParameters(ctx context.Context, p *pairing) error {
	var unit []*units.Unit // by number in the result
	for _, u := range p.units {
		if len(u.Files) > 0 {
			unit = append(unit, u)
		}
	}
	return units.Each(ctx, len(r.Clusters), func(ctx context.Context, i int) error {
		c := &r.Clusters[i]
		var members []*units.Unit
		for _, n := range c.Units[:min(len(c.Units), mostCompared)] {
			members = append(members, unit[n])
		}
		return p.parametrize(ctx, c, members)
	})
}

// parametrize fills in what differs between functions.
func (p *pairing) parametrize(ctx context.Context, c *pairs.Cluster, members []*units.Unit) error {
	first := p.files.Get(members[0].Files[0])
	if first == nil {
		return nil
	}
	n := first.Document.Len()
	values := make([][]string, n) // by token of the first, and function
	for i := range values {
		values[i] = make([]string, len(members))
		values[i][0] = valueOf(first.Document, i)
	}
	common := make([]bool, n) // all functions have the token, perhaps spelled otherwise
	for i := range common {
		common[i] = true
	}
	for m := 1; m < len(members); m++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		has := make([]bool, n)
		if members[m].Contents() == members[0].Contents() {
			for i := range values {
				values[i][m], has[i] = values[i][0], true
			}
		} else if other := p.files.Get(members[m].Files[0]); other != nil {
			for _, match := range align.Align(first.Document, other.Document) {
				for _, t := range match.Tiles {
					for i := range t.Length {
						if !has[t.A+i] {
							values[t.A+i][m], has[t.A+i] = valueOf(other.Document, t.B+i), true
						}
					}
				}
			}
		}
		for i := range common {
			common[i] = common[i] && has[i]
		}
	}
	own := make([]string, len(members)) // the names of the functions are no parameters
	for m, u := range members {
		own[m] = lastName(u.Function)
	}
	at := map[string]int{}
	for i := range n {
		if common[i] {
			c.Common++
		}
		kind := first.Document.Token(i).Kind
		if kind != lex.Identifier && kind != lex.Number && kind != lex.String && kind != lex.Char {
			continue
		}
		if !differ(values[i]) || slices.Equal(values[i], own) {
			continue
		}
		key := kind.String() + "\x00" + strings.Join(values[i], "\x00")
		known, is := at[key]
		if !is {
			if len(c.Parameters) == mostParameters {
				c.MoreParameters++
				continue
			}
			known, at[key] = len(c.Parameters), len(c.Parameters)
			c.Parameters = append(c.Parameters, pairs.Parameter{Kind: kind.String(), Values: values[i]})
		}
		c.Parameters[known].Places++
	}
	return nil
}

// differ reports whether two functions have different values. A function without the token has
// none.
func differ(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return v != "" && v != values[0] })
}

// valueOf returns the text of a token, shortened.
func valueOf(d *align.Document, token int) string {
	text := d.Text(token)
	if len(text) > mostValue {
		text = strings.ToValidUTF8(text[:mostValue], "") + "…"
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// lastName returns the name without what qualifies it.
func lastName(name string) string {
	return name[strings.LastIndexAny(name, ".:")+1:]
}
