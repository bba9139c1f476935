package document_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// The words of reasons must not change, because reports and indexes contain them.
func TestReasons_KeepTheirWords(t *testing.T) {
	want := "ignored excluded vcs index reserved-name metadata symlink not-regular too-large empty encoding binary generated minified " +
		"unreadable vanished changed damaged encrypted unsupported bad-name duplicate nested-too-deep archive-limit submodule lfs-pointer missing-object cut-history ignore-file"
	var words []string
	word := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, r := range document.Reasons() {
		words = append(words, string(r))
		if !word.MatchString(string(r)) {
			t.Errorf("the word is %q", r)
		}
	}
	if got := strings.Join(words, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
