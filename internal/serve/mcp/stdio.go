package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/chaffinch-search/chaffinch/internal/serve"
)

// maxMessage bounds a message on standard input, in bytes. Larger ones end the connection.
const maxMessage = 8 << 20

// Run serves one client, which sends one message a line, until in ends or ctx is done. It writes only messages to out. At
// the end of in, running requests are finished, within the time limit of serve.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	err := s.sdk.Run(ctx, answering{&sdk.IOTransport{Reader: io.NopCloser(in), Writer: nopCloser{out}, MaxLineLength: maxMessage}})
	if err == nil || ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return fmt.Errorf("reading standard input: %w: an assistant starts this command and sends messages of MCP, see docs/assistants.md", err)
}

// lastAnswers bounds the time to finish running requests at the end of the input.
var lastAnswers = serve.DefaultLimits().Time

// nopCloser ignores Close, because the caller owns the writer.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// answering is a transport whose connections end once all requests are answered. The SDK drops requests still running at
// the end of the input.
type answering struct{ sdk.Transport }

func (a answering) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := a.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &counted{Connection: c, asked: map[jsonrpc.ID]bool{}, changed: make(chan struct{}, 1)}, nil
}

// counted is a connection that records the unanswered requests.
type counted struct {
	sdk.Connection
	mu      sync.Mutex
	asked   map[jsonrpc.ID]bool
	changed chan struct{} // receives a value after each answer
}

// Read reads a message. It returns the end of the input only once all requests are answered.
func (c *counted) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.ID.IsValid() {
		c.mu.Lock()
		c.asked[r.ID] = true
		c.mu.Unlock()
	}
	if errors.Is(err, io.EOF) {
		c.wait(ctx)
	}
	return m, err
}

// wait waits until all requests are answered.
func (c *counted) wait(ctx context.Context) {
	late := time.NewTimer(lastAnswers)
	defer late.Stop()
	for c.isAsked() {
		select {
		case <-c.changed:
		case <-late.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (c *counted) isAsked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.asked) > 0
}

// Write writes a message.
func (c *counted) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.asked, r.ID)
		c.mu.Unlock()
		select {
		case c.changed <- struct{}{}:
		default: // a value is already pending
		}
	}
	return err
}
