package html

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The pairs of foreground and background, by the names of the colours in the style.
var readable = []struct {
	text, ground []string
	ratio        float64 // at least: WCAG 2.2, 1.4.3 for text and 1.4.11 for controls and marks
}{
	{[]string{"text", "muted", "accent", "rust"}, []string{"page", "card", "soft"}, 4.5},
	{[]string{"text"}, []string{"warn"}, 4.5},
	{[]string{"page"}, []string{"text"}, 4.5},
	{
		[]string{"text", "muted", "keyword", "literal", "number", "comment", "function", "escape"},
		append(hues("hue"), "card"),
		4.5,
	},
	{[]string{"sharp"}, []string{"changed", "only"}, 7},
	{[]string{"muted"}, []string{"hatch"}, 3},
	{[]string{"on-accent"}, append(hues("edge"), "accent", "muted"), 4.5},
	{[]string{"control", "focus"}, []string{"page", "card", "soft"}, 3},
	{hues("edge"), []string{"card", "soft"}, 3},
	{[]string{"rust", "accent"}, []string{"card"}, 3},
}

func hues(name string) []string {
	var all []string
	for i := range 8 {
		all = append(all, name+strconv.Itoa(i+1))
	}
	return all
}

func TestColours_HaveContrastInBothThemes(t *testing.T) {
	themes := [2]map[string]float64{{}, {}}
	found := regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);`).
		FindAllStringSubmatch(allParts().style, -1)
	for _, m := range found {
		themes[0][m[1]], themes[1][m[1]] = luminance(t, m[2]), luminance(t, m[3])
	}
	if n := strings.Count(allParts().style, "light-dark("); n != len(found) || n < 30 {
		t.Errorf("%d of %d colours were understood", len(found), n)
	}
	for i, theme := range []string{"light", "dark"} {
		for _, rule := range readable {
			for _, text := range rule.text {
				for _, ground := range rule.ground {
					a, okA := themes[i][text]
					b, okB := themes[i][ground]
					if !okA || !okB {
						t.Fatalf("there is no colour %s or %s", text, ground)
					}
					if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < rule.ratio {
						t.Errorf(
							"%s: %s on %s has a contrast of %.2f, less than %.1f",
							theme,
							text,
							ground,
							ratio,
							rule.ratio,
						)
					}
				}
			}
		}
	}
}

// luminance is the relative luminance of a colour, after WCAG 2.2.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			sum += weight * c / 12.92
		} else {
			sum += weight * math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return sum
}
