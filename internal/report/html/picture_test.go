package html

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "write the pictures of the documents, which takes a browser")

// The size of the picture, in pixels.
const pictureWidth, pictureHeight = 1200, 900

// docs/images/report.png and scan.png show the samples. Browsers differ in pixels, so only the size
// is compared: make it again when the page changes, with go test ./internal/report/html -run
// Picture -update.
func TestPicture_OfTheReport(t *testing.T) {
	checkPicture(t, "report.png", func(t *testing.T, b *browser) {
		r := newSample(t).result
		r.Warnings, r.Skipped = nil, nil
		b.Open(onDisk(t, r, Options{Title: "Exercise 4"}), "")
		b.Wait(drawn)
	})
}

func TestPicture_OfAScan(t *testing.T) {
	checkPicture(t, "scan.png", func(t *testing.T, b *browser) {
		b.Open(newScanSample(t).onDisk(t), "")
		b.Wait(tiles + " > 0")
	})
}

// checkPicture compares the size of a picture. With -update it takes the picture of what open
// opens.
func checkPicture(t *testing.T, name string, open func(t *testing.T, b *browser)) {
	t.Helper()
	name = "../../../docs/images/" + name
	if *update {
		if err := os.WriteFile(name, photographed(t, open), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	size, err := png.DecodeConfig(bytes.NewReader(have))
	if err != nil || size.Width != pictureWidth || size.Height != pictureHeight {
		t.Errorf("%s has %d by %d pixels, not %d by %d: %v", name, size.Width, size.Height, pictureWidth, pictureHeight, err)
	}
	if most := 300_000; len(have) > most {
		t.Errorf("%s has %d bytes, more than %d", name, len(have), most)
	}
}

// photographed returns a picture of the page that open opens.
func photographed(t *testing.T, open func(t *testing.T, b *browser)) []byte {
	t.Helper()
	b := newBrowser(t)
	b.Do(chromedp.EmulateViewport(pictureWidth, pictureHeight))
	b.Media("prefers-color-scheme=light")
	open(t, b)
	return run(b, chromedp.CaptureScreenshot())
}
