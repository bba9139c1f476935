package corpus

import (
	"regexp"
	"strings"
	"testing"
)

// The words of reasons must not change, because reports and indexes contain them.
func TestReasons_KeepTheirWords(t *testing.T) {
	want := "ignored excluded vcs index reserved-name metadata symlink not-regular too-large empty encoding binary generated minified " +
		"unreadable vanished changed damaged encrypted unsupported bad-name duplicate nested-too-deep archive-limit submodule lfs-pointer missing-object cut-history ignore-file"
	var words []string
	word := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	for _, r := range Reasons() {
		words = append(words, r.String())
		if !word.MatchString(r.String()) {
			t.Errorf("%d: the word is %q", r, r)
		}
	}
	if got := strings.Join(words, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if Kept != 0 || Kept.String() != "kept" || Reason(200).String() != "unknown" {
		t.Error("Kept, or a reason that does not exist")
	}
}
