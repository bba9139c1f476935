package cluster_test

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	_ "github.com/chaffinch-search/chaffinch/index/cluster"
)

// Addresses reach the client of their scheme, and no password is in an error.
func TestOpen_Addresses(t *testing.T) {
	t.Setenv("CHAFFINCH_OPENSEARCH_USER", "only")
	for address, want := range map[string]string{
		"opensearch://h/x":         "a user and a password belong together",
		"opensearch+http://h/x":    "a user and a password belong together",
		"https://me:secret@h/x":    "begin it with opensearch:// or opensearch+http://",
		"OPENSEARCH://me:secret@h": "begin it with opensearch:// or opensearch+http://",
		"opensearch:me:secret@h":   "begin it with opensearch:// or opensearch+http://",
	} {
		_, opening := chaffinch.Open(t.Context(), address, index.Options{})
		_, creating := chaffinch.Create(address, index.DefaultSettings())
		_, repairing := chaffinch.Repair(t.Context(), address, index.Options{}, index.CheckOptions{})
		for _, err := range []error{opening, creating, repairing} {
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: %v, not %s", address, err, want)
			}
		}
	}
	if index.IsAddress("C:/code") || index.IsAddress("code.chaffinch") {
		t.Error("a folder is an address")
	}
}

func TestCreate_RefusesWhatAClusterLacks(t *testing.T) {
	address := "opensearch+http://127.0.0.1:9/x"
	s := index.DefaultSettings()
	s.Scanoss = true
	if _, err := chaffinch.Create(address, s); err == nil || !strings.Contains(err.Error(), "omit index.Settings.Scanoss, or use a folder") {
		t.Errorf("SCANOSS fingerprints: %v", err)
	}
	key, err := analyzer.NewKey(make([]byte, analyzer.LeastKey))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chaffinch.Create(address, index.DefaultSettings().WithKey(key)); err == nil || !strings.Contains(err.Error(), "omit index.Options.Key, or use a folder") {
		t.Errorf("a key: %v", err)
	}
}
