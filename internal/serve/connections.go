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
	"sync"
)

// connections bounds the connections on which nothing is being answered: those that say nothing, send slowly, or wait
// for another question. If there is one too many, the one that has waited longest is closed.
type connections struct {
	mu      sync.Mutex
	limit   int
	waiting list.List // of *connection, the longest waiting first
	busy    int       // connections on which something is being answered
	most    int       // of these
}

// connection is a connection of a client.
type connection struct {
	net.Conn
	all *connections
	at  *list.Element // in all.waiting; nil while something is being answered, and once it is closed
	old bool          // something was answered on it
}

// bounded is a listener whose connections are counted.
type bounded struct {
	net.Listener
	all *connections
}

func (l bounded) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	counted := &connection{Conn: c, all: l.all}
	l.all.wait(counted)
	return counted, nil
}

// wait adds a connection to those that wait.
func (a *connections) wait(c *connection) {
	a.mu.Lock()
	c.at = a.waiting.PushBack(c)
	var longest *connection
	if a.waiting.Len() > a.limit {
		longest = a.longest()
		a.forget(longest)
	}
	a.mu.Unlock()
	if longest != nil {
		longest.Conn.Close()
	}
}

// longest returns the connection that has waited longest, of those on which nothing was answered yet if there are some.
// Hold a.mu.
func (a *connections) longest() *connection {
	for e := a.waiting.Front(); e != nil; e = e.Next() {
		if c := e.Value.(*connection); !c.old {
			return c
		}
	}
	return a.waiting.Front().Value.(*connection)
}

// forget removes a connection from those that wait. Hold a.mu.
func (a *connections) forget(c *connection) {
	if c.at != nil {
		a.waiting.Remove(c.at)
		c.at = nil
	}
}

// begin marks a connection as busy. It reports false if as many are as may be.
func (a *connections) begin(c *connection) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.busy >= a.most {
		return false
	}
	a.busy++
	c.old = true
	a.forget(c)
	return true
}

// end marks a connection as waiting again.
func (a *connections) end(c *connection) {
	a.mu.Lock()
	a.busy--
	a.mu.Unlock()
	a.wait(c)
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

type connectionKey struct{}

// withConnection is [http.Server.ConnContext].
func withConnection(ctx context.Context, c net.Conn) context.Context {
	if encrypted, ok := c.(*tls.Conn); ok {
		c = encrypted.NetConn()
	}
	return context.WithValue(ctx, connectionKey{}, c)
}

// admit reads the body of a request while its connection still counts as waiting, so that one that sends slowly gives
// way to others. Then it calls the handler. An upload is not read, and its connection counts as busy at once.
func (s *Server) admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isUpload(r) && !s.readBody(w, r) {
			return
		}
		if c, ok := r.Context().Value(connectionKey{}).(*connection); ok {
			if !s.connections.begin(c) {
				writeProblem(w, http.StatusServiceUnavailable, "too many requests at once: try again in some seconds")
				return
			}
			defer s.connections.end(c)
		}
		*r = *r.WithContext(withSize(r.Context(), r.ContentLength)) // in place, because observe reads the pattern
		next.ServeHTTP(w, r)
	})
}

// readBody reads the body of a request into memory. It reports false if it has answered with a problem.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.o.Limits.Question))
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		writeProblem(w, http.StatusRequestEntityTooLarge, "the request is larger than --max-question of the server: ask with fewer lines")
		return false
	} else if err != nil {
		w.Header().Set("Connection", "close")
		writeProblem(w, http.StatusRequestTimeout, "the body of the request did not come whole: try again")
		return false
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return true
}
