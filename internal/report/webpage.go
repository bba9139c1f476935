package report

import (
	"net/url"
	"strings"
)

// WebPage returns the address of a page on the web, with other characters escaped. The result is
// empty for any other text. Documents say their address themselves, so it may be anything.
func WebPage(address string) string {
	if len(address) > 2000 {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return ""
	}
	for _, c := range []byte(u.Host) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._:", c) >= 0) {
			return ""
		}
	}
	text := u.String()
	var b strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c <= ' ' || c >= 0x7f || strings.IndexByte("<>()[]\\`|\"'^{}", c) >= 0:
			b.WriteString("%" + strings.ToUpper(string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15])))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
