package page

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

var update = flag.Bool("update", false, "write the picture of the documents, which takes a browser")

// docs/images/serve.png shows both sources of an answer. Browsers differ in pixels, so only the
// size is compared: make it again when the page changes, with go test ./internal/serve/page -run
// Picture -update.
func TestPicture_OfAnAnswer(t *testing.T) {
	const name, width, height = "../../../docs/images/serve.png", 1200, 760
	if *update {
		b := &browser{t, browsertest.New(t), run(t, makeIndex(t, "team", map[string]string{
			"queue.go": pictured, "lib/list.go": other("b"), "lib/sum.go": program("a"),
		}))}
		b.Do(chromedp.EmulateViewport(width, height))
		b.Media("prefers-color-scheme=light")
		b.open(asking, "&name=snippet.go&hit=1&match=1")
		b.Wait(beside)
		b.Wait(isChosen + ` === "Match 1"`)
		// The folder of the test has another name each time.
		value[bool](b, `document.querySelectorAll("bdi").forEach((e) => { e.textContent = e.textContent.replace(/^.*[/]\d+[/]/, "/src/team/"); }); true`)
		must(t, os.WriteFile(name, browsertest.Run(b.Browser, chromedp.CaptureScreenshot()), 0o666))
	}
	have, err := os.ReadFile(name)
	must(t, err)
	size, err := png.DecodeConfig(bytes.NewReader(have))
	if err != nil || size.Width != width || size.Height != height || len(have) > 300_000 {
		t.Errorf("%s has %d by %d pixels and %d bytes, not %d by %d: %v", name, size.Width, size.Height, len(have), width, height, err)
	}
}

// pictured is a source, and asking a copy of a part of it with other names.
const pictured = `// Package queue holds work until a worker takes it.
package queue

import "sync"

// Queue is a queue with a bound.
type Queue struct {
	mu    sync.Mutex
	items []string
	bound int
}

// New returns a queue that holds so many items.
func New(bound int) *Queue { return &Queue{bound: bound} }

// Put adds an item, and reports whether there was room.
func (q *Queue) Put(item string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) >= q.bound {
		return false
	}
	q.items = append(q.items, item)
	return true
}

// Take removes up to n items.
func (q *Queue) Take(n int) []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	n = min(n, len(q.items))
	taken := append([]string(nil), q.items[:n]...)
	q.items = q.items[n:]
	return taken
}

// Len returns the number of items.
func (q *Queue) Len() int { return len(q.items) }
`

const asking = `type Jobs struct {
	lock sync.Mutex
	all  []string
	most int
}

func (j *Jobs) Add(job string) bool {
	j.lock.Lock()
	defer j.lock.Unlock()
	if len(j.all) >= j.most {
		return false
	}
	log.Printf("added %s", job)
	j.all = append(j.all, job)
	return true
}
`
