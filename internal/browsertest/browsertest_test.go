package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a page does that it must not is heard. Without this, a test that hears nothing would say
// nothing.
func TestBrowser_HearsWhatAPageDoes(t *testing.T) {
	b := New(t)
	// This comes first: what the other pages load is refused some time later.
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte("<!DOCTYPE html><title>x</title><p>Nothing."), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Open(file, "#here")
	b.ExpectNoComplaints()
	if text := Value[string](b, "document.body.textContent"); text != "Nothing." {
		t.Errorf("it shows %q", text)
	}
	for name, test := range map[string]struct{ page, says string }{
		"a dialog":                {`<script>alert("here")</script>`, "dialog: here"},
		"an image":                {`<img src="http://127.0.0.1:9/image.png">`, "request: http://127.0.0.1:9/image.png"},
		"a file":                  {`<link rel="stylesheet" href="other.css">`, "other.css"},
		"an error":                {`<script>nothing.at.all</script>`, "nothing is not defined"},
		"a word":                  {`<script>console.log("here")</script>`, "console: log"},
		"against a policy":        {`<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><script>owned = 1</script>`, "Content Security Policy"},
		"a connection in advance": {`<link rel="preconnect" href="http://elsewhere.test">`, "connection: elsewhere.test:80"},
		"a worker":                {`<script>new Worker(URL.createObjectURL(new Blob(["fetch('http://elsewhere.test/')"])))</script>`, "connection: elsewhere.test:80"},
		"an error in a frame":     {`<iframe sandbox="allow-scripts" srcdoc="<script>nothing.at.all</script>"></iframe>`, "nothing is not defined"},
		"a frame":                 {`<iframe sandbox="allow-scripts" srcdoc="<script>fetch('http://elsewhere.test/')</script>"></iframe>`, "connection: elsewhere.test:80"},
		"as the page loads":       {`<body onload="fetch('http://127.0.0.1:9/late').catch(() => {})">`, "request: http://127.0.0.1:9/late"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "page.html")
			if err := os.WriteFile(file, []byte("<!DOCTYPE html><title>x</title>"+test.page), 0o600); err != nil {
				t.Fatal(err)
			}
			b := b.For(t)
			b.Open(file, "")
			said := ""
			for range 100 { // frames and workers start later than the page
				if said += strings.Join(b.Complaints(), "\n"); strings.Contains(said, test.says) {
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
			t.Errorf("it hears %q, not %q", said, test.says)
		})
	}
}

func TestFirefox_HearsWhatAPageDoes(t *testing.T) {
	f := NewFirefox(t)
	file := filepath.Join(t.TempDir(), "page.html")
	for _, test := range []struct{ page, says string }{
		{`<p>Nothing.`, ""},
		{`<script>nothing.at.all</script>`, "nothing is not defined"},
		{`<meta http-equiv="Content-Security-Policy" content="default-src 'none'"><script>owned = 1</script>`, "Content-Security-Policy"},
	} {
		if err := os.WriteFile(file, []byte("<!DOCTYPE html><meta charset=utf-8><title>x</title>"+test.page), 0o600); err != nil {
			t.Fatal(err)
		}
		f.Open(file, "")
		if said := f.Complaints(); !strings.Contains(said, test.says) || test.says == "" && said != "" {
			t.Errorf("it hears %q, not %q", said, test.says)
		}
	}
}
