package mcp

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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

// Run serves one client, which sends one message a line, until in ends or ctx is done. It writes
// only messages to out. At the end of in, running requests are finished, within the time limit of
// serve. A line that is not a message gets an error. Run returns an error if no line was a message.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	shared := &sharedWriter{out: out}
	messages := &messages{in: bufio.NewReaderSize(in, 64<<10), out: shared}
	err := s.sdk.Run(ctx, answering{&sdk.IOTransport{Reader: messages, Writer: shared, MaxLineLength: maxMessage}})
	if ctx.Err() != nil {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		if err = messages.wrong; err == nil || messages.any {
			return nil
		}
	}
	return fmt.Errorf("reading standard input: %w: an assistant starts this command and sends messages of MCP, see docs/assistants.md", err)
}

// lastAnswers bounds the time to finish running requests at the end of the input.
var lastAnswers = serve.DefaultLimits().Time

// sharedWriter writes one message at a time. It ignores Close, because the caller owns the writer.
type sharedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *sharedWriter) Write(message []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(message)
}

func (*sharedWriter) Close() error { return nil }

// messages reads the lines of the input that are messages, and answers others with an error. The
// SDK would end the connection.
type messages struct {
	in    *bufio.Reader
	out   io.Writer
	rest  []byte // of the current line
	any   bool   // there was a message
	wrong error  // error of the first other line
}

func (m *messages) Close() error { return nil }

func (m *messages) Read(p []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if line = bytes.TrimSpace(line); len(line) == 0 {
			if err != nil {
				return 0, err
			}
			continue
		}
		wrong := check(line)
		if wrong == nil {
			m.any, m.rest = true, append(line, '\n')
			break
		}
		m.wrong = cmp.Or(m.wrong, error(wrong))
		if err := m.refuse(line, wrong); err != nil {
			return 0, err
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// line reads a line; the last one may lack its line ending.
func (m *messages) line() (line []byte, err error) {
	for {
		part, err := m.in.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxMessage {
			return nil, fmt.Errorf("a message has more than %d bytes", maxMessage)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// check returns the error of a line that is neither a message nor a batch.
func check(line []byte) *jsonrpc.Error {
	if !json.Valid(line) {
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is not JSON: send one message a line"}
	}
	batch := []json.RawMessage{line}
	if line[0] == '[' {
		_ = json.Unmarshal(line, &batch)
	}
	for _, message := range batch {
		if _, err := jsonrpc.DecodeMessage(message); err != nil {
			return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the line is not a JSON-RPC 2.0 message: " + clean(err.Error(), 100)}
		}
	}
	if len(batch) == 0 {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the batch is empty"}
	}
	return nil
}

// refuse answers a line that is not a message, with its id if it has one.
func (m *messages) refuse(line []byte, wrong *jsonrpc.Error) error {
	var sent struct {
		ID any `json:"id"`
	}
	_ = json.Unmarshal(line, &sent)
	switch sent.ID.(type) {
	case string, float64:
	default:
		sent.ID = nil
	}
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": sent.ID, "error": wrong})
	if err != nil {
		return err
	}
	_, err = m.out.Write(append(answer, '\n'))
	return err
}

// answering is a transport whose connections end once all requests are answered. The SDK drops
// requests still running at the end of the input.
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

// Read reads a message. It returns the end of the input, or an error, only once all requests are
// answered.
func (c *counted) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.ID.IsValid() {
		c.mu.Lock()
		c.asked[r.ID] = true
		c.mu.Unlock()
	}
	if err != nil {
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
