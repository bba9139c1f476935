//go:build unix

package serve

import (
	"net"
	"net/http"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ten thousand silent clients, or as many as this system allows, do not block others. Afterwards
// none of their goroutines is left.
func TestServer_OutlivesSilentClients(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens thousands of connections")
	}
	var files syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files))
	n := int(min(10_000, (uint64(files.Cur)-min(uint64(files.Cur), 2000))/2)) // both ends are in this process
	if n < 100 {
		t.Skipf("only %d files may be open", files.Cur)
	}
	s := newServer(t, newIndex(t, "a", map[string]string{"a.go": program("a")}), nil)
	before := runtime.NumGoroutine()
	all := make([]net.Conn, 0, n)
	for len(all) < n {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.at, "http://"))
		must(t, err)
		all = append(all, c)
		if len(all)%(n/10) != 0 {
			continue
		}
		http.DefaultClient.CloseIdleConnections() // the last one may have given way
		if a, text := s.ask("POST", "/api/v1/search", asJSON(t, SearchRequest{Document: Document{Source: program("a")}}), nil, nil); a.StatusCode != 200 {
			t.Errorf("%d: %d %s", len(all), a.StatusCode, text)
		}
		if waiting, _ := s.connections.counts(); waiting > s.o.Limits.Connections {
			t.Errorf("%d connections wait", waiting)
		}
	}
	for _, c := range all {
		c.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before+5; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}
