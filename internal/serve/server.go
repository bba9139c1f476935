package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chaffinch-search/chaffinch/internal/mapped"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Server is the HTTP server of some indexes. [New] returns one.
type Server struct {
	indexes     *Indexes
	o           Options
	mux         *http.ServeMux
	api         huma.API
	missingPage http.Handler // nil without pages
	queue       *queue
	connections *connections
	metrics     *meters
	jobs        *jobs
	sending     *sending
	draining    chan struct{}
	scanoss     string           // the index for SCANOSS clients
	pair        *tls.Certificate // nil does not encrypt
}

// New returns a server of the indexes. The caller closes them after Run has returned.
func New(x *Indexes, o Options) (*Server, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	o.Limits = o.limits()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		indexes: x, o: o, mux: http.NewServeMux(), queue: newQueue(o.Limits), draining: make(chan struct{}),
		jobs: newJobs(o.Limits, o.Log), sending: &sending{limit: o.Limits.Memory / 4},
		connections: &connections{limit: o.Limits.Connections, most: o.Limits.Requests},
	}
	x.onFailure(func(index string, err error) {
		o.Log.Error("the index at its path does not open, so the server keeps the state that it has: run chaffinch check", "index", index, "error", logged(err))
	})
	if o.Cert != "" {
		pair, err := tls.LoadX509KeyPair(o.Cert, o.Key)
		if err != nil {
			return nil, fmt.Errorf("reading the certificate: %w: check --tls-cert and --tls-key", err)
		}
		s.pair = &pair
	}
	s.metrics = newMeters(s)
	s.mux.Handle("GET /metrics", s.metrics.handler())
	s.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	s.mux.HandleFunc("GET /readyz", s.ready)
	s.mux.HandleFunc("/", s.missing)
	s.api = newAPI(s)
	if o.Scanoss {
		if err := s.newScanoss(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Indexes returns the indexes that are served.
func (s *Server) Indexes() *Indexes { return s.indexes }

// Limits returns the limits on clients.
func (s *Server) Limits() Limits { return s.o.Limits }

// Handle adds a handler, behind the same guards as the API. Call it before Run.
func (s *Server) Handle(pattern string, h http.Handler) { s.mux.Handle(pattern, h) }

// HandleMissing sets the handler for a browser's requests of unknown pages. Call it before Run.
func (s *Server) HandleMissing(h http.Handler) { s.missingPage = h }

// missing responds to requests without a handler.
func (s *Server) missing(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodPost} {
		if _, pattern := s.mux.Handler(&http.Request{Method: method, Host: r.Host, URL: r.URL}); pattern != r.Pattern {
			allowed = append(allowed, method)
		}
	}
	switch {
	case len(allowed) > 0:
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		writeProblem(w, http.StatusMethodNotAllowed, "method not allowed: use "+strings.Join(allowed, " or "))
	case s.missingPage != nil && r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html"):
		s.missingPage.ServeHTTP(w, r)
	default:
		writeProblem(w, http.StatusNotFound, "no such path: see /api/v1/openapi.json")
	}
}

// Ask calls f when a slot is free, with a context that ends at the limit Time. The error is f's, or
// a [*BusyError]. It logs errors of the server itself.
func (s *Server) Ask(ctx context.Context, f func(context.Context) error) error {
	err := s.queue.ask(ctx, f)
	if err != nil && isInternal(err) {
		s.o.Log.Error("a question failed", "error", logged(err))
	}
	return err
}

// AskIndex is [Server.Ask] with the index of that name, which it closes after f. See
// [Indexes.Acquire].
func (s *Server) AskIndex(ctx context.Context, name string, f func(context.Context, *Held) error) error {
	return s.Ask(ctx, func(ctx context.Context) error {
		h, err := s.indexes.Acquire(name)
		if err != nil {
			return err
		}
		defer h.Close()
		return f(ctx, h)
	})
}

// ready reports whether the server accepts new requests.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) {
	select {
	case <-s.draining:
		writeProblem(w, http.StatusServiceUnavailable, "the server is shutting down: use another one")
	default:
		_, _ = w.Write([]byte("ok\n"))
	}
}

// Handler returns the handler of all routes, with the guards and limits.
func (s *Server) Handler() http.Handler { return s.observe(s.guard(s.admit(s.mux))) }

// Listen listens on the address of the options.
func (s *Server) Listen() (net.Listener, error) {
	network := "tcp"
	if at, err := netip.ParseAddrPort(s.o.Listen); err == nil && at.Addr().Is4() {
		network = "tcp4" // otherwise 0.0.0.0 means IPv6, too
	}
	l, err := net.Listen(network, s.o.Listen)
	if err != nil {
		return nil, fmt.Errorf("listening on %s: %w: choose another address with --listen", s.o.Listen, err)
	}
	return l, nil
}

// Run serves on the listener until ctx is done. Then it accepts no new connections, finishes the
// running requests, and returns nil. It closes the listener.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	l = bounded{l, s.connections}
	if s.pair != nil {
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{*s.pair}, MinVersion: tls.VersionTLS12})
	}
	s.jobs.work.Go(s.jobs.beat)
	limits := s.o.Limits
	debug.SetMemoryLimit(limits.Memory)
	server := &http.Server{
		Handler: s.Handler(), ConnContext: withConnection, ConnState: s.connections.changed, ErrorLog: slog.NewLogLogger(s.o.Log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: limits.Header, ReadTimeout: limits.Body, WriteTimeout: limits.Body + limits.Time + limits.Body,
		IdleTimeout: limits.Idle, MaxHeaderBytes: 32 << 10,
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){}, // without HTTP/2
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return errors.Join(fmt.Errorf("listening on %s: %w", s.o.Listen, err), s.jobs.close())
	case <-ctx.Done():
	}
	close(s.draining)
	s.jobs.stop()
	draining, stop := context.WithTimeout(context.WithoutCancel(ctx), limits.Drain)
	defer stop()
	err := server.Shutdown(draining)
	if err != nil {
		err = errors.Join(fmt.Errorf("shutdown dropped requests that took longer than %s", limits.Drain), server.Close())
	}
	<-ended
	return errors.Join(err, s.jobs.close())
}

// observe logs and counts requests, and recovers panics. It never logs bodies or query strings.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, counted := time.Now(), &countingWriter{ResponseWriter: w, sending: s.sending}
		counted.client, _ = r.Context().Value(connectionKey{}).(*connection)
		defer func() {
			if p := recover(); p != nil {
				stack := debug.Stack()
				if elsewhere, ok := p.(*panicError); ok {
					stack = elsewhere.stack
				}
				s.o.Log.Error("panic", "route", r.Pattern, "stack", string(stack))
				if counted.status == 0 {
					writeProblem(counted, http.StatusInternalServerError, "internal error: report it with the server's log")
				} else {
					defer panic(http.ErrAbortHandler) // so that the answer does not look complete
				}
			}
			took := time.Since(start)
			s.metrics.count(r.Pattern, counted.status, took)
			s.o.Log.Info("request", "method", r.Method, "route", r.Pattern, "status", counted.status, "bytes", counted.bytes,
				"ms", strconv.FormatFloat(took.Seconds()*1000, 'f', 1, 64), "client", r.RemoteAddr)
		}()
		err := mapped.Read(func() error { next.ServeHTTP(counted, r); return nil })
		if err != nil && counted.status == 0 {
			WriteProblem(counted, err, option.API)
		}
	})
}

// countingWriter records the status and counts the bytes of a response.
type countingWriter struct {
	http.ResponseWriter
	sending *sending
	client  *connection // nil without a listener
	status  int
	bytes   int64
}

func (w *countingWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *countingWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if len(b) >= largeAnswer && w.client != nil {
		defer w.sending.begin(len(b), w.client.cut)()
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// Unwrap lets [http.ResponseController] reach the connection.
func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
