package browsertest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Folder returns a new folder whose files a page may be given. Chromium gives pages no folder of the system, such as
// /dev/shm, where temporary folders may be.
func Folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if !strings.HasPrefix(dir, "/dev/") {
		return dir
	}
	dir, err := os.MkdirTemp("/var/tmp", "chaffinch-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Choose gives files, or a folder, to an <input type=file>, as the browser's dialog does.
func (b *Browser) Choose(element string, paths ...string) {
	b.t.Helper()
	chosen := Run(b, chromedp.Evaluate[*runtime.RemoteObject](element))
	Call(b, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: paths, ObjectID: chosen.ObjectID})
}

// Drop drops files and folders near the upper left corner of an element.
func (b *Browser) Drop(selector string, paths ...string) {
	b.t.Helper()
	at := Value[struct{ X, Y float64 }](b, fmt.Sprintf(`{ const { left, top } = document.querySelector(%q).getBoundingClientRect(); ({ X: left + 20, Y: top + 20 }); }`, selector))
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		dragged := input.DragData{Items: []*input.DragDataItem{}, Files: paths, DragOperationsMask: 1}
		Call(b, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: at.X, Y: at.Y, Data: &dragged})
	}
}

// Choose gives files to an <input type=file>, as the browser's dialog does.
func (f *Firefox) Choose(selector string, paths ...string) {
	f.t.Helper()
	f.Type(selector, strings.Join(paths, "\n"))
}
