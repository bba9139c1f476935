package disk

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/segment"
)

// The table of docs/format.md has the versions of the code.
func TestFormatDocument_HasVersions(t *testing.T) {
	page, err := os.ReadFile("../../docs/format.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, version := range map[string]int{
		"disk.FormatVersion": FormatVersion, "analyzer.Version": analyzer.Version, "segment.Version": segment.Version,
	} {
		if row := fmt.Sprintf("\n| %d | `%s`: ", version, name); !strings.Contains(string(page), row) {
			t.Errorf("no row begins with %q", row)
		}
	}
}
