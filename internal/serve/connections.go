package serve

import (
	"bytes"
	"container/list"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// connections bounds the connections without a running request: silent, slow and idle ones. Above
// the limit, another connection of the address that has most of them is closed.
type connections struct {
	mu      sync.Mutex
	limit   int
	waiting list.List // of *connection, oldest first
	busy    int       // connections with a running request
	most    int       // limit of busy
}

// connection is a connection of a client.
type connection struct {
	net.Conn
	all  *connections
	from netip.Prefix  // address of the client; for IPv6 its /64 network
	at   *list.Element // in all.waiting; nil during a request, and once closed
	idle bool          // nothing has come since the last response
}

// bounded is a listener that counts its connections.
type bounded struct {
	net.Listener
	all *connections
}

func (l bounded) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	counted := &connection{Conn: c, all: l.all, from: clientOf(c.RemoteAddr())}
	l.all.wait(counted)
	return counted, nil
}

// clientOf returns the address of a client. For IPv6 it returns the /64 network, which one client
// may own.
func clientOf(a net.Addr) netip.Prefix {
	at, _ := netip.ParseAddrPort(a.String())
	ip := at.Addr().Unmap().WithZone("")
	from, _ := ip.Prefix(min(ip.BitLen(), 64))
	return from
}

// wait adds a connection to the waiting ones. Above the limit it closes another one.
func (a *connections) wait(c *connection) {
	a.mu.Lock()
	c.at = a.waiting.PushBack(c)
	var other *connection
	if a.waiting.Len() > max(1, a.limit) {
		other = a.dispensable()
		a.forget(other)
	}
	a.mu.Unlock()
	if other != nil {
		other.Conn.Close()
	}
}

// dispensable returns the connection to close, never the newest. It picks the address with most
// connections, and there the one that has been idle longest, or else the oldest. Hold a.mu.
func (a *connections) dispensable() (found *connection) {
	each, most := map[netip.Prefix]int{}, 0
	for e := a.waiting.Front(); e != a.waiting.Back(); e = e.Next() {
		from := e.Value.(*connection).from
		each[from]++
		most = max(most, each[from])
	}
	for e := a.waiting.Front(); e != a.waiting.Back(); e = e.Next() {
		c := e.Value.(*connection)
		if each[c.from] == most && (found == nil || c.idle && !found.idle) {
			found = c
		}
	}
	return found
}

// changed is [http.Server.ConnState]. An idle connection on which a request begins is like a new
// one.
func (a *connections) changed(conn net.Conn, state http.ConnState) {
	c, ok := underlying(conn).(*connection)
	if !ok {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	c.idle = state == http.StateIdle
	if state == http.StateActive && c.at != nil {
		a.waiting.MoveToBack(c.at)
	}
}

// forget removes a connection from the waiting ones. Hold a.mu.
func (a *connections) forget(c *connection) {
	if c.at != nil {
		a.waiting.Remove(c.at)
		c.at = nil
	}
}

// begin marks a connection as busy. It reports false if the limit is reached.
func (a *connections) begin(c *connection) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.busy >= a.most {
		return false
	}
	a.busy++
	a.forget(c)
	return true
}

// end marks a connection as waiting again.
func (a *connections) end(c *connection) {
	a.add(-1)
	a.wait(c)
}

// follows stops counting the connection of a request as busy, because it only follows a job. The
// returned function counts it again.
func (a *connections) follows(ctx context.Context) (ended func()) {
	if _, ok := ctx.Value(connectionKey{}).(*connection); !ok {
		return func() {}
	}
	a.add(-1)
	return func() { a.add(1) }
}

func (a *connections) add(busy int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.busy += busy
}

// counts returns the numbers of waiting and busy connections.
func (a *connections) counts() (waiting, busy int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.waiting.Len(), a.busy
}

// Close closes the connection.
func (c *connection) Close() error {
	c.all.mu.Lock()
	c.all.forget(c)
	c.all.mu.Unlock()
	return c.Conn.Close()
}

// cut closes the connection at once and drops unsent data.
func (c *connection) cut() {
	if t, ok := c.Conn.(*net.TCPConn); ok {
		_ = t.SetLinger(0)
	}
	c.Conn.Close()
}

type connectionKey struct{}

// withConnection is [http.Server.ConnContext].
func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, underlying(c))
}

// underlying returns the connection below TLS.
func underlying(c net.Conn) net.Conn {
	if encrypted, ok := c.(*tls.Conn); ok {
		return encrypted.NetConn()
	}
	return c
}

// admit reads the body of a request while its connection still counts as waiting. So slow senders
// do not block others. Then it calls the handler. An upload is not read, and its connection counts
// as busy at once.
func (s *Server) admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isUpload(r) && !s.readBody(w, r) {
			return
		}
		if c, ok := r.Context().Value(connectionKey{}).(*connection); ok {
			if !s.connections.begin(c) {
				writeProblem(w, http.StatusServiceUnavailable, "too many requests at once: try again in a few seconds")
				return
			}
			defer s.connections.end(c)
		}
		*r = *r.WithContext(withSize(r.Context(), r.ContentLength)) // in place, because observe reads the pattern
		next.ServeHTTP(w, r)
	})
}

// readBody reads the body of a request into memory. It reports false if it has answered with a
// problem.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.o.Limits.Question))
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		writeProblem(w, http.StatusRequestEntityTooLarge, "the request exceeds the server's --max-question of "+
			terminal.Bytes(s.o.Limits.Question)+": send fewer lines")
		return false
	} else if err != nil {
		w.Header().Set("Connection", "close")
		writeProblem(w, http.StatusRequestTimeout, "the request body is incomplete: try again")
		return false
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return true
}
