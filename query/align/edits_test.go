package align

import (
	"slices"
	"strings"
	"testing"
)

const billing = `int total(int price, int cost) {
	int sum = price + cost;
	if (price > cost) sum += price * 3;
	for (int i = 0; i < cost; i++) sum -= price / cost;
	return sum + price - cost;
}
`

// kindOf returns how two programs in C differ, which are one match.
func kindOf(t *testing.T, a, b string) Change {
	t.Helper()
	x, y := lexed(t, "C", a), lexed(t, "C", b)
	matches := Align(x, y)
	if len(matches) != 1 {
		t.Fatalf("%d matches of %q", len(matches), b)
	}
	c := matches[0].Changes(x, y)
	if _, of := Assess(x, y, matches, evenRarity(x), evenRarity(y)); of[0].Kind != c.Kind {
		t.Errorf("assessed as %v, changed as %v: %q", of[0].Kind, c.Kind, b)
	}
	back := matches[0].Mirrored().Changes(y, x)
	if back.Kind != c.Kind || !slices.Equal(back.Invisible, c.Invisible) {
		t.Errorf("%+v, mirrored %+v: %q", c, back, b)
	}
	return c
}

// A name that stays the same is part of the mapping: no other name can become it, and it cannot
// become another one elsewhere.
func TestChanges_RenamedIsOneToOne(t *testing.T) {
	for _, c := range []struct {
		replace []string
		want    Kind
	}{
		{[]string{"price", "fee"}, Renamed},
		{[]string{"price", "cost", "cost", "price"}, Renamed},
		{[]string{"price", "cost"}, Edited},
		{[]string{"cost", "price"}, Edited},
		{[]string{"price - cost", "fee - cost"}, Edited},
		{[]string{"price + cost", "fee + cost", "price >", "fee >", "price *", "fee *"}, Edited},
	} {
		b := strings.NewReplacer(c.replace...).Replace(billing)
		if got := kindOf(t, billing, b); got.Kind != c.want {
			t.Errorf("%q: %+v, not %v", c.replace, got, c.want)
		}
	}
}

// Nothing is called verbatim or renamed that holds characters which nobody sees.
func TestChanges_NameInvisibleCharacters(t *testing.T) {
	for _, hidden := range []string{
		"\x01", "\x1b", "\x7f", "\u0085", "\u00a0", "\u00ad", "\u200b", "\u200e", "\u2028", "\u202e", "\u2066", "\u3000", "\ufeff",
		"\u2065", "\ue000", "\ufff0", "\xff", "\U000e0080", "\U000e0fff", "\U0010fffe",
	} {
		for _, rename := range []string{"price", "fee"} {
			b := strings.ReplaceAll(billing, "price", rename)
			b = strings.Replace(b, "+= ", "+= "+hidden+" ", 1)
			if got := kindOf(t, billing, b); got.Kind != Edited || string(got.Invisible) != string([]rune(hidden)) {
				t.Errorf("%q: %+v", hidden, got)
			}
			if got := kindOf(t, b, b); got.Kind != Verbatim {
				t.Errorf("%q in both: %+v", hidden, got)
			}
			b = strings.Replace(b, rename, rename[:1]+hidden+rename[1:], 1)
			if got := kindOf(t, billing, b); got.Kind == Verbatim {
				t.Errorf("%q in a name: %+v", hidden, got)
			}
		}
		comment := strings.Replace(billing, "{", "{ // "+hidden+" }", 1)
		if got := kindOf(t, strings.Replace(billing, "{", "{ //", 1), comment); got.Kind != Edited {
			t.Errorf("%q in a comment: %+v", hidden, got)
		}
	}
	for _, space := range []string{"\t", "\r\n", "\f", "\v", "/* Käse 日本 */"} {
		if got := kindOf(t, billing, strings.Replace(billing, "+= ", "+= "+space+" ", 1)); got.Kind != Verbatim {
			t.Errorf("%q: %+v", space, got)
		}
	}
}

// Prose is verbatim if it has the same words, in any case, with or without soft hyphens and joiners
// in them, and with either apostrophe.
func TestChanges_VerbatimProse(t *testing.T) {
	const text = "It’s the old mill by the road where finches cooperate in early spring and sing all day"
	for changed, want := range map[string]Kind{
		strings.ToUpper(text):                                    Verbatim,
		strings.Replace(text, "’", "'", 1):                       Verbatim,
		strings.Replace(text, "operate", "\u00adoperate", 1):     Verbatim,
		strings.Replace(text, "operate", "\u200doperate", 1):     Verbatim,
		strings.Replace(text, "mill by", "mill,\n\n-- by", 1):    Verbatim,
		strings.Replace(text, "mill by", "mill\u200b by", 1):     Edited,
		strings.Replace(text, "mill by", "mill\u00a0by", 1):      Edited,
		strings.Replace(text, "mill by", "mill by by", 1):        Edited,
		strings.Replace(text, "cooperate", "co-operate", 1):      Edited,
		strings.Replace(text, "cooperate", "co\u0301operate", 1): Edited,
	} {
		a, b := lexed(t, "Text", text), lexed(t, "Text", changed)
		matches := Align(a, b)
		if len(matches) != 1 || matches[0].Changes(a, b).Kind != want {
			t.Errorf("%q is not one match that is %v: %+v", changed, want, matches)
		}
	}
}
