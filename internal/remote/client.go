// Package remote is an index on an OpenSearch cluster: package index has the interfaces.
//
//	address.go      opensearch://host:9200,host2:9200/NAME
//	credentials.go  from the environment
//	client.go       one request: which node, when to retry, errors
//	hedge.go        a second node for a read whose first is slow
//	bulk.go         many writes; each is done, tried again or refused
//	request.go      searches and reads, complete or an error
//	layout.go       how contents, occurrences and boilerplate are documents
//	index.go        the open index: settings, shards, limits
//	state.go        what questions read; catalog.go lists everything
//	lookup.go       the df of terms
//	search.go       the best contents, in score.go with the scores of an index on disk
//	measured.go     cosine and resemblance
//	writer.go       writing and removing, beside other writers
//	changes.go      updates, copies, checks and repairs, by package index
//
// Every request may be sent twice: writes name their ids, and existing documents are not written
// again.
package remote

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// patience is how long a request is tried again without any success.
	patience = 2 * time.Minute
	// reading is the patience of a question. A shard whose node is lost has moved after seconds.
	reading = 15 * time.Second
	// opening is the patience for opening an index. An address may be wrong.
	opening = 3 * time.Second
	// firstPause is the pause after the first failure. Each next one doubles, up to longestPause.
	firstPause, longestPause = 100 * time.Millisecond, 10 * time.Second
	// rest is how long a node that failed gets no requests, if there are others.
	rest = 5 * time.Second
	// mostAnswer bounds an answer, in bytes.
	mostAnswer = 256 << 20
)

// Client sends requests to the nodes of one cluster. It is safe for concurrent use.
type Client struct {
	http        *http.Client
	hosts       int // number of nodes
	credentials Credentials
	now         func() time.Time
	after       func(time.Duration) <-chan time.Time
	pause       func(context.Context, time.Duration) error

	mu     sync.Mutex // guards the fields below
	nodes  []node     // the next one to try first
	hedges float64    // how many second requests may be sent
}

// node is a node, and until when it gets no requests.
type node struct {
	base    string
	resting time.Time
	slow    int // how often in a row another node was faster
}

// NewClient returns a client. It connects to nothing yet.
func NewClient(a Address, credentials Credentials) *Client {
	c := &Client{hosts: len(a.Hosts), credentials: credentials, now: time.Now, after: time.After, pause: pause, hedges: mostHedges}
	for _, base := range a.Hosts {
		c.nodes = append(c.nodes, node{base: base})
	}
	c.http = &http.Client{
		Transport: &http.Transport{
			DialContext:     (&net.Dialer{Timeout: connecting}).DialContext,
			TLSClientConfig: credentials.tls(), ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 8,
			IdleConnTimeout: time.Minute, ResponseHeaderTimeout: time.Minute, TLSHandshakeTimeout: 10 * time.Second,
		},
		// Credentials would be sent along.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c
}

const (
	// connecting bounds the time for a connection to a node, which may be switched off.
	connecting = 2 * time.Second
	// answering bounds the time for all of an answer.
	answering = patience
)

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// StatusError is the answer of a cluster that refuses a request.
type StatusError struct {
	Status int
	Reason string // of the cluster; it may be empty
	Type   string // of the error; it may be empty
}

// Error reports what to do about it.
func (e *StatusError) Error() string {
	switch {
	case e.Status == http.StatusUnauthorized:
		return fmt.Sprintf("the cluster does not know the user (401): set %s and %s, or %s", userVariable, passwordVariable, tokenVariable)
	case e.Status == http.StatusForbidden:
		return "the user lacks a permission (403): " + cmp.Or(e.Reason, "ask who runs the cluster")
	case e.Status/100 == 3:
		return fmt.Sprintf("the host redirects (%d), which is not followed: use the address of a node", e.Status)
	}
	return fmt.Sprintf("the cluster answers %d: %s", e.Status, cmp.Or(e.Reason, http.StatusText(e.Status)))
}

// noRoom reports whether the nodes have too little memory to list terms.
func (e *StatusError) noRoom() bool { return strings.HasPrefix(e.Reason, "[fielddata]") }

// passing reports whether the same request may succeed later, or at another node.
func passing(err error) bool {
	if status := new(StatusError); errors.As(err, &status) {
		lost := status.Status == http.StatusInternalServerError && strings.Contains(status.Reason, "disconnected")
		return lost || passingStatus(status.Status) && !status.noRoom()
	}
	return errors.Is(err, errCut) || errors.Is(err, errNoConnection)
}

func passingStatus(status int) bool {
	return slices.Contains([]int{
		http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
	}, status)
}

// errCut means that a connection ended before the answer did. The request may have been too large.
var errCut = errors.New("the connection was cut")

// errNoConnection means that a node does not answer at all.
var errNoConnection = errors.New("the cluster cannot be reached")

// request is a request to any node.
type request struct {
	method, path string
	body         []byte // JSON, or nil
	lines        bool   // the body is lines of JSON
	// attempts bounds how often it is sent; 0 means as long as patience lasts.
	attempts int
	// divisible means that a smaller request is sent if this one is too large.
	divisible bool
	// patience is how long it is tried again; 0 means patience.
	patience time.Duration
	// hedged means that a second node gets the request if the first is slow. It changes nothing, so
	// both may answer.
	hedged bool
}

// checked is an answer that knows whether it is complete.
type checked interface{ check() error }

// do sends a request until a node answers it and decodes the answer.
func (c *Client) do(ctx context.Context, r request, answer any) error {
	start, wait, patience := c.now(), firstPause, cmp.Or(r.patience, patience)
	for attempt := 1; ; attempt++ {
		at := c.next()
		got, err := c.ask(ctx, at, r, answer)
		if err == nil {
			reflect.ValueOf(answer).Elem().Set(got.Elem())
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !passing(err) {
			return err
		}
		c.rest(at, rest)
		crowded := r.divisible && attempt >= crowdedTries && tooLarge(err)
		late := c.now().Sub(start) >= patience && attempt >= c.hosts // each gets one request
		if crowded || late || attempt == r.attempts {
			return err
		}
		if err := c.pause(ctx, wait/2+rand.N(wait/2)); err != nil {
			return err
		}
		wait = min(2*wait, longestPause)
	}
}

// next returns the node for the next request. It takes the nodes that do not rest in turn, or else
// the node that has rested longest.
func (c *Client) next() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	best, now := 0, c.now()
	for i, n := range c.nodes {
		if !n.resting.After(now) {
			best = i
			break
		}
		if n.resting.Before(c.nodes[best].resting) {
			best = i
		}
	}
	n := c.nodes[best]
	c.nodes = append(slices.Delete(c.nodes, best, best+1), n)
	return n.base
}

// rest lets a node rest that has failed, or that was slow.
func (c *Client) rest(base string, d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := c.node(base); n != nil {
		n.resting = c.now().Add(d)
	}
}

// node returns the node of that address. The caller holds the lock.
func (c *Client) node(base string) *node {
	for i := range c.nodes {
		if c.nodes[i].base == base {
			return &c.nodes[i]
		}
	}
	return nil
}

// errLies means that an answer does not fit the request.
var errLies = errors.New("unexpected answer of the cluster")

// send sends a request to a node once.
func (c *Client) send(ctx context.Context, base string, r request, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, answering)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.method, base+r.path, bytes.NewReader(r.body))
	if err != nil {
		return err
	}
	if r.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.lines {
		req.Header.Set("Content-Type", "application/x-ndjson")
	}
	if c.credentials.sign != nil {
		c.credentials.sign(req)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return sendingError(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer+1))
	switch {
	case err != nil:
		return fmt.Errorf("%w: reading the answer of %s: %w", errCut, base, err)
	case len(content) > mostAnswer:
		return fmt.Errorf("%w: it is longer than %d bytes", errLies, mostAnswer)
	case res.StatusCode != http.StatusOK && res.StatusCode != http.StatusCreated:
		return fmt.Errorf("%s: %w", base, statusError(res.StatusCode, content))
	}
	if err := json.Unmarshal(content, answer); err != nil {
		return fmt.Errorf("%s: %w: %w", base, errLies, err)
	}
	if c, ok := answer.(checked); ok {
		if err := c.check(); err != nil {
			return fmt.Errorf("%s: %w", base, err)
		}
	}
	return nil
}

// sendingError returns the error of a request without an answer. A certificate does not become
// valid by trying again.
func sendingError(err error) error {
	if errors.As(err, new(*tls.CertificateVerificationError)) {
		return fmt.Errorf("%w: %w (%s names the file of an authority to trust)", errUntrusted, err, rootsVariable)
	}
	if errors.Is(err, http.ErrSchemeMismatch) {
		return fmt.Errorf("%w: %w", errPlain, err)
	}
	if dial := new(net.OpError); errors.As(err, &dial) && dial.Op == "dial" {
		return fmt.Errorf("%w: %w", errNoConnection, dial)
	}
	return fmt.Errorf("%w: %w", errCut, err)
}

// errPlain means that a node does not encrypt.
var errPlain = errors.New("the node does not encrypt: let it use TLS, or on this machine use " + plain + "://")

// errUntrusted means that a node does not prove who it is.
var errUntrusted = errors.New("the certificate of the cluster is not trusted")

// statusError returns the error of a failed request, with the reason that the cluster gives.
func statusError(status int, content []byte) *StatusError {
	var failure struct {
		Error cause `json:"error"`
	}
	e := &StatusError{Status: status}
	if json.Unmarshal(content, &failure) != nil {
		return e
	}
	reason := failure.Error.deepest()
	e.Type, e.Reason = failure.Error.Type, reason[:min(len(reason), 500)]
	return e
}

// cause is an error in an answer.
type cause struct {
	Type, Reason string
	CausedBy     *cause  `json:"caused_by"`
	RootCause    []cause `json:"root_cause"`
}

// deepest returns the reason of the first cause, which says most.
func (c *cause) deepest() string {
	at := c
	if len(c.RootCause) > 0 {
		at = &c.RootCause[0]
	}
	for at.CausedBy != nil {
		at = at.CausedBy
	}
	return cmp.Or(at.Reason, at.Type, c.Reason)
}

// shards are the shards that have answered.
type shards struct{ Total, Successful, Failed int }

// complete returns an error unless all shards have answered. A node that is lost leaves an answer
// of status 200 without a failed shard, in which fewer were successful.
func (s shards) complete() error {
	if s.Total < 1 || s.Successful != s.Total || s.Failed != 0 {
		return &StatusError{Status: http.StatusServiceUnavailable, Reason: fmt.Sprintf(
			"only %d of %d shards have answered: a part of the index is lost, or the cluster is still starting", s.Successful, s.Total)}
	}
	return nil
}
