package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Folder returns a new folder whose files a page may be given. Chromium gives pages no folder of
// the system, such as /dev/shm, where temporary folders may be.
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

// Download returns the content of the file that the browser saves when save is called.
func (b *Browser) Download(save func()) []byte {
	b.t.Helper()
	dir := Folder(b.t)
	Call(b, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir})
	save()
	return downloaded(b.t, dir)
}

// Download returns the content of the file that Firefox saves when save is called.
func (f *Firefox) Download(save func()) []byte {
	f.t.Helper()
	save()
	return downloaded(f.t, f.downloads)
}

// downloaded waits until there is a file in the folder and no part of one. It removes the file.
func downloaded(t *testing.T, dir string) []byte {
	t.Helper()
	for range 600 {
		all, _ := filepath.Glob(filepath.Join(dir, "*")) // nil before the folder is made
		isPart := func(name string) bool { return filepath.Ext(name) == ".crdownload" || filepath.Ext(name) == ".part" }
		if len(all) == 1 && !slices.ContainsFunc(all, isPart) {
			content, err := os.ReadFile(all[0])
			if err == nil && len(content) > 0 { // Firefox makes an empty file first
				_ = os.Remove(all[0])
				return content
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the browser saves nothing")
	return nil
}
