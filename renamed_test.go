package chaffinch_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// authorsNames are, by fixture, names that its author chose. Renamed one to one, also in strings
// and comments, a program is a renamed copy of itself.
var authorsNames = map[string]string{
	"abap":      "z_orders lt_orders ty_order lv_total ls_order lcl_sum iv_amount rv_sum",
	"apex":      "OrderService LABEL totals sumFor orderIds total item Order_Item__c Price__c problem OrderTrigger",
	"batchfile": "target count copyOne failed",
	"bicep":     "accountName tiers uniqueName script store tier index firstId storeId",
	"cobol": `PAYROLL WS-EMPLOYEE WS-NAME WS-HOURS WS-RATE WS-TITLE 1000-MAIN 2000-READ WS-END WS-PAY OUT-PAY OUT-RECORD
		OUT-NAME`,
	"coffeescript": "sum Cart items limit total add item report text raw words long half js first last",
	"sass":         "gap box w wide card path blue",
	"mako":         "rows limit total row line late name money amount",
	"crystal":      "Queue limit name items item names block index text made ex",
	"gherkin":      "smoke state",
	"gleam":        "Shape Circle Square radius side limit root value total shapes factor first area r a b",
	"glsl":         "position modelView diffuseMap texCoord SCALE weights eye shade",
	"hack":         "Shop Tier LOW HIGH Amount Row total_async rows prices sum index row keys one_async two_async",
	"hcl":          "labels main zone zones aws_vpc",
	"hlsl":         "Camera viewProjection eyePosition albedo linearWrap VertexOut place coord reduce sums shade base k",
	"modelica":     "Plant Parts Tank area flowIn level count outflow height rate other",
	"nix":          "minor withFlag flag cond passthru args release x",
	"puppet":       "profile site_name listen_port docroot sites key conf vhost",
	"racket":       "node value next swap! left right hold total amounts sum amount pattern text name",
	"raku":         "Shapes Sum Shape points total-area scale rest sum index value known text words",
	"sas":          "limit totals source region sorted amount total discount raw name",
	"wgsl":         "Camera view eye camera cells scale limit weight kind near place index sum moved",
}

// lessRenamed are the fixtures whose renamed copies are not renamed with a score of .9, with the
// least score and the reason.
var lessRenamed = map[string]struct {
	score  float64
	kind   string
	reason string
}{
	"batchfile":    {0.9, "edited", "a string holds the name that it sets"},
	"cobol":        {0.84, "renamed", "half of the names occur once"},
	"coffeescript": {0.85, "renamed", "a third of the names occur once"},
	"sass":         {0.84, "renamed", "half of the names occur once"},
	"gleam":        {0.88, "renamed", "a third of the names occur once"},
	"hack":         {0.86, "renamed", "half of the names occur once"},
	"racket":       {0.88, "renamed", "a third of the names occur once"},
}

// Renamed one to one, a program is a renamed copy of itself.
func TestCompare_FindsRenamedCopiesInEveryLanguage(t *testing.T) {
	for fixture, names := range authorsNames {
		src := fixtureSource(t, fixture)
		copied := withNames(src, names, func(name string) string {
			other := strings.Map(rot13, name)
			if regexp.MustCompile(`\b` + regexp.QuoteMeta(other) + `\b`).MatchString(src) {
				other += "q" // one to one
			}
			return other
		})
		if copied == src {
			t.Fatalf("%s: nothing is renamed", fixture)
		}
		c := compareAs(t, fixture, src, copied)
		least, kind := 0.9, "renamed"
		if less, ok := lessRenamed[fixture]; ok {
			least, kind = less.score, less.kind
		}
		if c.Score < least || c.Kind != kind {
			t.Errorf("%s: score %.3f, %s: %+v", fixture, c.Score, c.Kind, c.Matches)
		}
	}
}

// A name in another normal form is the same name.
func TestCompare_NamesInAnyNormalForm(t *testing.T) {
	for fixture, names := range authorsNames {
		composed := withNames(fixtureSource(t, fixture), names, func(name string) string { return name + "é" })
		c := compareAs(t, fixture, composed, norm.NFD.String(composed))
		if c.Score < 0.99 || c.Kind != "verbatim" {
			t.Errorf("%s: score %.3f, %s: %+v", fixture, c.Score, c.Kind, c.Matches)
		}
	}
}

func fixtureSource(t *testing.T, fixture string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("analyzer", "lex", "testdata", "lang", fixture+".src"))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func compareAs(t *testing.T, language, a, b string) *answer.Comparison {
	t.Helper()
	return asktest.CompareTexts(t, chaffinch.Document{Source: []byte(a), Language: language}, chaffinch.Document{Source: []byte(b), Language: language})
}

// withNames returns a source with other names. A name may have dashes in it if one of them has.
func withNames(src, names string, other func(name string) string) string {
	before := `(^|[^A-Za-z0-9_])`
	if strings.Contains(names, "-") {
		before = `(^|[^A-Za-z0-9_-])`
	}
	for name := range strings.FieldsSeq(names) {
		whole := regexp.MustCompile(before + regexp.QuoteMeta(name) + `([^A-Za-z0-9_]|$)`)
		for range 2 { // neighbours share the byte between them
			src = whole.ReplaceAllString(src, "${1}"+other(name)+"${2}")
		}
	}
	return src
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}
