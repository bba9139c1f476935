package index

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// A text that the index has as that of a licence need not be recognised again.
func TestLicenses_AreRemembered(t *testing.T) {
	var l licenses
	text := []byte("no licence that anybody knows\n")
	l.remember(Occurrence{Path: "LICENSE", Content: BlobID(text), Origin: document.Origin{License: "X", LicenseInFile: true}})
	if got := l.of(text); got != "X" {
		t.Errorf("%q", got)
	}
	l = licenses{}
	l.remember(Occurrence{Path: "LICENSE", Content: BlobID(text), Origin: document.Origin{License: "of the folder above"}})
	if got := l.of(text); got != "" {
		t.Errorf("%q", got)
	}
}
