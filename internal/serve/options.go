package serve

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"time"
)

// Options are the options of [New]. Listen is required; the zero value of the others is a default.
type Options struct {
	// Listen is the address, HOST:PORT.
	Listen string
	// Hosts are the host names that requests may use, besides localhost and IP addresses.
	Hosts []string
	// Token is the token that clients need. It may be empty on a loopback address only.
	Token string
	// Cert and Key are the files of a certificate and its key, in PEM.
	Cert, Key string
	// BehindProxy means that a proxy terminates TLS.
	BehindProxy bool
	// Scanoss serves SCANOSS clients from the index that has SCANOSS fingerprints.
	Scanoss bool
	Limits  Limits       // the zero value is [DefaultLimits]
	Log     *slog.Logger // nil discards
	Version string
}

// Limits are limits on clients. docs/server.md has the defaults.
type Limits struct {
	Question    int64         // bytes of a request body
	Questions   int           // running at a time
	Queue       int           // questions that wait for a slot
	Time        time.Duration // of a question, including its wait
	Memory      int64         // live bytes of the heap, above which questions are rejected
	Requests    int           // at a time, of any kind
	Connections int           // idle, or sending a request
	Header      time.Duration // to send the header of a request
	Body        time.Duration // to send a request
	Idle        time.Duration // between requests
	Drain       time.Duration // to finish running requests at shutdown
	Upload      int64         // bytes of an upload
	Jobs        int           // waiting, running and ended
	JobTime     time.Duration // of a job, and of its upload
	KeepJobs    time.Duration // after their end
}

// DefaultLimits are the limits of the command.
func DefaultLimits() Limits {
	return Limits{
		Question: 1 << 20, Questions: runtime.GOMAXPROCS(0), Queue: 64, Time: 10 * time.Second, Memory: 2 << 30,
		Requests: 128, Connections: 512, Header: 10 * time.Second, Body: 30 * time.Second, Idle: time.Minute,
		Drain: 30 * time.Second, Upload: 256 << 20, Jobs: 16, JobTime: 10 * time.Minute, KeepJobs: time.Hour,
	}
}

func (o Options) limits() Limits {
	if o.Limits == (Limits{}) {
		return DefaultLimits()
	}
	return o.Limits
}

// Check returns the error that [New] returns for the options. It reads no files.
func (o Options) Check() error {
	host, _, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return fmt.Errorf("--listen is %q: use HOST:PORT, such as 127.0.0.1:8765", o.Listen)
	}
	local := isLoopback(host)
	switch {
	case (o.Cert == "") != (o.Key == ""):
		return errors.New("--tls-cert and --tls-key belong together: name both")
	case o.Token == "" && (!local || o.BehindProxy):
		return errors.New("remote clients need a token: use --token-file FILE, or set $CHAFFINCH_TOKEN")
	case o.Token != "" && len(o.Token) < minToken:
		return fmt.Errorf("the token has %d characters: use %d or more, for instance the output of openssl rand -hex 16", len(o.Token), minToken)
	case strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return errors.New("the token has characters that a header cannot carry: use ASCII letters and digits")
	case !local && o.Cert == "" && !o.BehindProxy:
		return fmt.Errorf("--listen %s is not encrypted: add --tls-cert and --tls-key, or --behind-proxy if a proxy encrypts", o.Listen)
	}
	l := o.limits()
	for _, limit := range []struct {
		flag string
		n    int64
	}{
		{"max-question", l.Question}, {"max-questions", int64(l.Questions)}, {"max-time", int64(l.Time)}, {"max-memory", l.Memory},
		{"max-upload", l.Upload}, {"max-jobs", int64(l.Jobs)}, {"max-job-time", int64(l.JobTime)}, {"keep-jobs", int64(l.KeepJobs)},
	} {
		if limit.n < 1 {
			return fmt.Errorf("--%s is %d: use more than 0", limit.flag, limit.n)
		}
	}
	if l.Queue < 0 {
		return fmt.Errorf("--max-queue is %d: use 0 or more", l.Queue)
	}
	return nil
}

// minToken is the minimum length of a token, in characters.
const minToken = 16

// isLoopback reports whether an address can be reached from this machine only.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
