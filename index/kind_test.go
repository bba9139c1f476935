package index_test

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
)

func TestKindAt_NamesTheImport(t *testing.T) {
	if _, err := index.KindAt("opensearch://host/code"); err == nil || !strings.HasSuffix(err.Error(), "/index/cluster") {
		t.Errorf("nothing is registered: %v", err)
	}
}
