package shares

import "testing"

func TestOf(t *testing.T) {
	for _, c := range []struct {
		tokens  [2]int
		covered [2]float64
		want    Shares
	}{
		{[2]int{10, 100}, [2]float64{.9, .09}, Shares{.9, .09}},
		{[2]int{100, 10}, [2]float64{.09, .9}, Shares{.9, .09}},
		{[2]int{100, 99}, [2]float64{.9, .5}, Shares{.5, .9}}, // what the larger one repeats
		{[2]int{100, 100}, [2]float64{.5, .9}, Shares{.9, .5}},
		{[2]int{100, 100}, [2]float64{.9, .5}, Shares{.9, .5}},
		{[2]int{0, 0}, [2]float64{}, Shares{}},
	} {
		if got := Of(c.tokens, c.covered); got != c.want {
			t.Errorf("Of(%v, %v) = %v, want %v", c.tokens, c.covered, got, c.want)
		}
	}
}

func TestKey_Compare(t *testing.T) {
	x, y := Shares{.9, .1}, Shares{.8, .7}
	for key, want := range map[Key]int{ByScore: 1, BySmaller: -1, ByLarger: 1} {
		if got := key.Compare(.3, .6, x, y); got != want {
			t.Errorf("%s: %d, want %d", key, got, want)
		}
		if got := key.Compare(.6, .3, x, x); got != -1 {
			t.Errorf("%s, equal shares: %d, want -1: the larger score is first", key, got)
		}
	}
}

func TestParse(t *testing.T) {
	if k, err := Parse(""); k != ByScore || err != nil {
		t.Errorf("Parse of nothing: %q, %v", k, err)
	}
	for _, name := range Keys() {
		if k, err := Parse(name); string(k) != name || err != nil {
			t.Errorf("Parse(%q): %q, %v", name, k, err)
		}
	}
	if _, err := Parse("size"); err == nil {
		t.Error("Parse(size): no error")
	}
}
