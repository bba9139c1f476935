package serve

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// Idle connections do not block other clients.
func TestServer_IdleConnectionsGiveWay(t *testing.T) {
	const limit = 10
	s := newServer(t, newIndex(t, "a", nil), func(o *Options) { o.Limits.Connections = limit })
	ask := func() {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.at, "http://"))
		must(t, err)
		t.Cleanup(func() { c.Close() })
		_, err = io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		must(t, err)
		a, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal("a new connection is closed:", err)
		}
		a.Body.Close()
		for waiting := -1; waiting != 0; { // until it is idle
			s.connections.mu.Lock()
			waiting = s.connections.busy
			for e := s.connections.waiting.Front(); e != nil; e = e.Next() {
				if !e.Value.(*connection).idle {
					waiting++
				}
			}
			s.connections.mu.Unlock()
			time.Sleep(time.Millisecond)
		}
	}
	for range 4 * limit {
		ask()
	}
	if waiting, _ := s.connections.counts(); waiting != limit {
		t.Errorf("%d connections wait", waiting)
	}
}

func TestConnections_WhichOneIsClosed(t *testing.T) {
	for _, c := range []struct{ waiting, want string }{ // addresses, with + if idle, the new one last; number of the closed one
		{"a b c", "1"}, {"a b+ c", "2"}, {"a a+ a+ a", "2"}, {"b+ a a c", "2"}, {"b a+ a+ b b", "2"}, {"a b b b", "2"}, {"a+ b", "1"},
	} {
		names := strings.Fields(c.waiting)
		all := &connections{limit: len(names) - 1}
		var closed []string
		for i, name := range names {
			number, from := string(rune('1'+i)), netip.PrefixFrom(netip.AddrFrom4([4]byte{name[0]}), 32)
			closes := closing{f: func() { closed = append(closed, number) }}
			all.wait(&connection{Conn: closes, all: all, from: from, idle: strings.HasSuffix(name, "+")})
		}
		if strings.Join(closed, " ") != c.want {
			t.Errorf("%s: %q is closed, not %s", c.waiting, closed, c.want)
		}
	}
	for _, c := range [][2]string{{"[2001:db8::1]:80", "2001:db8::/64"}, {"[2001:db8::2:1]:80", "2001:db8::/64"}, {"[::ffff:10.0.0.1]:9", "10.0.0.1/32"}, {"[fe80::1%eth0]:1", "fe80::/64"}} {
		at := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c[0]))
		if got := clientOf(at).String(); got != c[1] {
			t.Errorf("%s: %s, not %s", c[0], got, c[1])
		}
	}
}

// closing is a connection that can be closed.
type closing struct {
	net.Conn
	f func()
}

func (c closing) Close() error { c.f(); return nil }

// Unread answers are cut once they need too much memory, and other clients get theirs.
func TestServer_CutsAnswersThatAreNotRead(t *testing.T) {
	const size = 32 << 20
	s := newServer(t, newIndex(t, "a", nil), nil)
	s.sending.mu.Lock()
	s.sending.limit = size + 1
	s.sending.mu.Unlock()
	s.Handle("GET /large", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, size)) }))
	var before *sent
	var idler net.Conn
	for n := range 3 {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.at, "http://"))
		must(t, err)
		defer c.Close()
		_, err = io.WriteString(c, "GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
		must(t, err)
		last := before
		for last == before {
			time.Sleep(time.Millisecond)
			last = s.last(before)
		}
		if n > 0 {
			if got, _ := io.Copy(io.Discard, idler); got >= size {
				t.Errorf("answer %d is not cut: %d bytes", n-1, got)
			}
		}
		idler, before = c, last
	}
	if a, text := s.ask("GET", "/large", "", nil, nil); a.StatusCode != 200 || len(text) != size {
		t.Error(a.StatusCode, len(text))
	}
	idler.Close()
	for s.last(nil) != nil {
		time.Sleep(time.Millisecond)
	}
}

// last returns the newest answer that is being sent, or else that one.
func (r *running) last(other *sent) *sent {
	r.sending.mu.Lock()
	defer r.sending.mu.Unlock()
	if e := r.sending.all.Back(); e != nil {
		return e.Value.(*sent)
	}
	return other
}
