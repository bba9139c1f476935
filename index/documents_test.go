package index

import (
	"strings"
	"testing"
)

// The vectors are those of git hash-object.
func TestBlobID_IsGits(t *testing.T) {
	for content, want := range map[string]string{
		"":                           "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
		"test content\n":             "d670460b4b4aece5915caf5c68d12f560a9fe3e4",
		"version 1\n":                "83baae61804e65cc73a7201a7252750c76066a30",
		"what is up, doc?":           "bd9dbf5aae1a3862dd1526723246b20206e5fc37",
		"\x00\xff\r\n":               "00822ce7dfc6f27759b94e2c7dfd26f25afbac9d",
		strings.Repeat("a", 1000000): "de1fbf0c2f34f67f01f355f31ed0cf7319643c5e",
	} {
		if got := BlobID([]byte(content)); got != want {
			t.Errorf("BlobID(%.20q) is %s, not %s", content, got, want)
		}
	}
}
