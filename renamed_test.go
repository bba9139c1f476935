package chaffinch_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// authorsNames are, by fixture, names that its author chose. Renamed one to one, also in strings and
// comments, a program is a renamed copy of itself.
var authorsNames = map[string]string{
	"abap":      "z_orders lt_orders ty_order lv_total ls_order lcl_sum iv_amount rv_sum",
	"apex":      "OrderService LABEL totals sumFor orderIds total item Order_Item__c Price__c problem OrderTrigger",
	"batchfile": "target count copyOne failed",
	"bicep":     "accountName tiers uniqueName script store tier index firstId storeId",
	"cobol": `PAYROLL WS-EMPLOYEE WS-NAME WS-HOURS WS-RATE WS-TITLE 1000-MAIN 2000-READ WS-END WS-PAY OUT-PAY OUT-RECORD
		OUT-NAME`,
	"crystal":  "Queue limit name items item names block index text made ex",
	"gherkin":  "smoke state",
	"gleam":    "Shape Circle Square radius side limit root value total shapes factor first area r a b",
	"glsl":     "position modelView diffuseMap texCoord SCALE weights eye shade",
	"hack":     "Shop Tier LOW HIGH Amount Row total_async rows prices sum index row keys one_async two_async",
	"hcl":      "labels main zone zones aws_vpc",
	"hlsl":     "Camera viewProjection eyePosition albedo linearWrap VertexOut place coord reduce sums shade base k",
	"modelica": "Plant Parts Tank area flowIn level count outflow height rate other",
	"nix":      "minor withFlag flag cond passthru args release x",
	"puppet":   "profile site_name listen_port docroot sites key conf vhost",
	"racket":   "node value next swap! left right hold total amounts sum amount pattern text name",
	"raku":     "Shapes Sum Shape points total-area scale rest sum index value known text words",
	"sas":      "limit totals source region sorted amount total discount raw name",
	"wgsl":     "Camera view eye camera cells scale limit weight kind near place index sum moved",
}

func TestCompare_FindsRenamedCopiesInEveryLanguage(t *testing.T) {
	for fixture, names := range authorsNames {
		src, err := os.ReadFile(filepath.Join("analyzer", "lex", "testdata", "lang", fixture+".src"))
		if err != nil {
			t.Fatal(err)
		}
		copied := string(src)
		for name := range strings.FieldsSeq(names) {
			whole := regexp.MustCompile(`(^|[^A-Za-z0-9_-])` + regexp.QuoteMeta(name) + `([^A-Za-z0-9_]|$)`)
			changed := strings.Map(rot13, name)
			for range 2 { // neighbours share the byte between them
				copied = whole.ReplaceAllString(copied, "${1}"+changed+"${2}")
			}
		}
		if copied == string(src) {
			t.Fatalf("%s: nothing is renamed", fixture)
		}
		c := asktest.CompareTexts(t, chaffinch.Document{Source: src, Language: fixture},
			chaffinch.Document{Source: []byte(copied), Language: fixture})
		if c.Score < 0.84 {
			t.Errorf("%s: score %.3f, %s: %+v", fixture, c.Score, c.Kind, c.Matches)
		}
	}
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
