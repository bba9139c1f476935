package evidence_test

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// Import lines of the question's own language are none of its evidence, whatever it is read as.
func TestSearch_ImportLinesInAnotherReading(t *testing.T) {
	imports := "from urllib.parse import (\n    quote,\n    quote_plus,\n    unquote,\n    urldefrag,\n    urlencode,\n    urljoin,\n)\n" +
		"from urllib.request import (\n    getproxies,\n    parse_http_list,\n    proxy_bypass,\n)\n"
	own := "\nclass Ledger:\n    def __init__(self, rows):\n        self.rows = rows\n"
	e := asktest.MakeIndex(t, map[string]map[string]string{"c": {"compat.py": imports + "chardet = None\n"}})
	r := asktest.Search(imports + own)
	r.Name, r.Language = "q.py", "Nim"
	if a := asktest.Ask(t, e, r); a.Question.Imports < 30 || len(a.Hits) > 0 {
		t.Errorf("%d tokens of import lines, hits %+v", a.Question.Imports, a.Hits)
	}
}
