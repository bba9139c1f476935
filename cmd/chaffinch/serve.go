package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/openpage"
	"github.com/chaffinch-search/chaffinch/internal/plainfile"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/serve/mcp"
	"github.com/chaffinch-search/chaffinch/internal/serve/page"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// tokenVariable names the environment variable with the token of clients.
const tokenVariable = "CHAFFINCH_TOKEN"

// serveVariables is the prefix of the environment variables that set flags.
const serveVariables = "CHAFFINCH_SERVE_"

type serveOptions struct {
	*global
	set       *pflag.FlagSet
	indexes   []string
	tokenFile string
	check     bool
	open      bool
	ask       string
	serve.Options
}

func newServe(g *global) *cobra.Command {
	o := &serveOptions{global: g, Options: serve.Options{Limits: serve.DefaultLimits(), Version: version}}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve a search page and an HTTP API",
		Long: `Serve answers searches of indexes over HTTP, with a search page at / and an API
at /api/v1.

A loopback address needs no token. Any other --listen needs one in --token-file
or $CHAFFINCH_TOKEN, and also --tls-cert and --tls-key, or --behind-proxy.

docs/server.md describes requests, access, limits and the environment.

Exit status: 0 after an interrupt, 2 after an error.`,
		Example: `  chaffinch serve --index linux=/data/linux.chaffinch --index go=/data/go
  chaffinch serve --listen 0.0.0.0:8765 --host code.example.org \
      --token-file token --tls-cert cert.pem --tls-key key.pem`,
		SuggestFor:        []string{"server", "http", "api"},
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runServe(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.register(cmd.Flags())
	return cmd
}

func (o *serveOptions) register(flags *pflag.FlagSet) {
	o.set = flags
	flags.StringArrayVar(&o.indexes, "index", nil, "serve the index `[NAME=]FOLDER` (repeatable)")
	flags.StringVar(&o.Listen, "listen", "127.0.0.1:8765", "listen on `HOST:PORT`")
	flags.StringSliceVar(&o.Hosts, "host", nil, "accept requests to host `NAME` (repeatable)")
	flags.StringVar(&o.tokenFile, "token-file", "", "require the token in `FILE`")
	flags.StringVar(&o.Cert, "tls-cert", "", "encrypt with the certificate `FILE` (PEM)")
	flags.StringVar(&o.Key, "tls-key", "", "private key `FILE` of the certificate (PEM)")
	flags.BoolVar(&o.BehindProxy, "behind-proxy", false, "a proxy terminates TLS")
	flags.BoolVar(&o.Scanoss, "scanoss", false, "serve SCANOSS clients: see docs/scanoss.md")
	l := &o.Limits
	flags.Int64Var(&l.Question, "max-question", l.Question, "maximum `BYTES` of a request")
	flags.IntVar(&l.Questions, "max-questions", l.Questions, "run at most `N` requests at once (default: one for each processor)")
	flags.Lookup("max-questions").DefValue = "0" // the help is the same on every machine
	flags.IntVar(&l.Queue, "max-queue", l.Queue, "queue at most `N` more requests")
	flags.DurationVar(&l.Time, "max-time", l.Time, "stop a request after `TIME`, wait included")
	flags.Int64Var(&l.Memory, "max-memory", l.Memory, "reject requests while the heap exceeds `BYTES`")
	flags.Int64Var(&l.Upload, "max-upload", l.Upload, "maximum `BYTES` of an upload")
	flags.IntVar(&l.Jobs, "max-jobs", l.Jobs, "keep at most `N` jobs, running or ended")
	flags.DurationVar(&l.JobTime, "max-job-time", l.JobTime, "stop a job after `TIME`, wait included")
	flags.DurationVar(&l.KeepJobs, "keep-jobs", l.KeepJobs, "delete a finished job after `TIME`")
	flags.BoolVar(&o.open, "open", false, "open the page in a browser")
	flags.StringVar(&o.ask, "ask", "", "open the page with the answer to `FILE`; - is standard input")
	flags.BoolVar(&o.check, "check-config", false, "check the settings and open the indexes, then exit")
}

func runServe(ctx context.Context, in io.Reader, out, errOut io.Writer, o *serveOptions) error {
	named, err := o.settings()
	if err != nil {
		return err
	}
	indexes, err := serve.Open(ctx, named)
	if err != nil {
		return err
	}
	defer indexes.Close()
	o.Log = slog.New(slog.NewTextHandler(errOut, nil))
	s, err := newServer(indexes, o.Options)
	if err != nil {
		return err
	}
	path, err := o.asked(in, indexes.Names())
	if err != nil {
		return err
	}
	if o.check {
		return o.tell(out, named, o.Listen, "the settings are valid: ", " on "+o.Listen)
	}
	l, err := s.Listen()
	if err != nil {
		return err
	}
	at := o.address(l.Addr().String())
	if err := o.tell(out, named, l.Addr().String(), "serving ", " at "+at); err != nil {
		return errors.Join(err, l.Close())
	}
	if path != "" { // the listener holds the browser's connection until Run takes it
		if err := openpage.OpenAddress(at + path); err != nil {
			why := terminal.Safe(strings.ReplaceAll(err.Error(), "\n", ", "))
			warn(errOut, "could not open a browser ("+why+"): open it yourself at "+at+path)
		}
	}
	err = s.Run(ctx, l)
	if err == nil && errors.Is(context.Cause(ctx), syscall.EPIPE) { // else its supervisor takes the end for wanted
		err = context.Cause(ctx)
	}
	return err
}

// settings returns the indexes to serve, and completes and checks the options.
func (o *serveOptions) settings() ([]serve.Named, error) {
	if err := o.readEnvironment(); err != nil {
		return nil, err
	}
	if err := o.readToken(); err != nil {
		return nil, err
	}
	if err := o.Options.Check(); err != nil {
		return nil, err
	}
	return o.named()
}

// newServer returns a server with its pages, and with tools for assistants.
func newServer(indexes *serve.Indexes, o serve.Options) (*serve.Server, error) {
	s, err := serve.New(indexes, o)
	if err != nil {
		return nil, err
	}
	assistants, err := mcp.New(indexes, mcp.Options{
		Ask: s.Ask, Version: version, Failed: func(stack string) { o.Log.Error("panic", "route", "/mcp", "stack", stack) },
	})
	if err != nil {
		return nil, err
	}
	s.Handle("/mcp", assistants.Handler())
	page.Add(s)
	return s, nil
}

// tell prints the served indexes and the address, in JSON or as a line.
func (o *serveOptions) tell(out io.Writer, named []serve.Named, listen, before, after string) error {
	if o.json {
		return printJSON(out, servedJSON{named, listen})
	}
	var names []string
	for _, n := range named {
		names = append(names, n.Name)
	}
	_, err := fmt.Fprintln(out, before+strings.Join(names, ", ")+after)
	return err
}

// address returns the address of the server for a browser on this machine.
func (o *serveOptions) address(listens string) string {
	scheme, host := "http", listens
	if o.Cert != "" {
		scheme = "https"
	}
	if at, err := netip.ParseAddrPort(host); err == nil && at.Addr().IsUnspecified() {
		name := "localhost"
		if len(o.Hosts) > 0 {
			name = o.Hosts[0] // the certificate has it
		}
		host = name + ":" + strconv.Itoa(int(at.Port()))
	}
	return scheme + "://" + host
}

// asked returns the path of the page to open; empty for none.
func (o *serveOptions) asked(in io.Reader, names []string) (string, error) {
	if o.ask == "" {
		if o.open {
			return "/", nil
		}
		return "", nil
	}
	name := ""
	if o.ask != "-" {
		opened, err := os.Open(o.ask)
		if err != nil {
			return "", fmt.Errorf("reading the question: %w", err)
		}
		defer opened.Close()
		in, name = opened, filepath.Base(o.ask)
	}
	source, err := io.ReadAll(io.LimitReader(in, page.MostLinked+1))
	if err != nil {
		return "", fmt.Errorf("reading the question: %w", err)
	}
	if len(source) > page.MostLinked {
		return "", fmt.Errorf("%s is larger than %d KiB, too long for a link: use --open, and choose the file in the page", o.ask, page.MostLinked>>10)
	}
	return page.Link(names, name, source), nil
}

// servedJSON has the served indexes, and the address.
type servedJSON struct {
	Indexes []serve.Named `json:"indexes"` // that are served
	Listen  string        `json:"listen"`  // the address
}

// readEnvironment sets flags that were not given from the environment.
func (o *serveOptions) readEnvironment() error {
	var wrong error
	known := map[string]bool{}
	o.set.VisitAll(func(f *pflag.Flag) {
		if slices.Contains(notInEnvironment, f.Name) {
			return
		}
		name := serveVariables + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		known[name] = true
		text := os.Getenv(name)
		isFromFile := len(f.Annotations[fromFile]) > 0
		if text == "" || f.Changed && !isFromFile || wrong != nil {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			wrong = list.Replace(strings.Split(text, ","))
		} else if err := f.Value.Set(text); err != nil {
			wrong = badValue(name, f, text, err)
		}
	})
	if wrong != nil || !o.check {
		return wrong // others are allowed: Kubernetes sets some for a service of this name
	}
	for _, variable := range slices.Sorted(slices.Values(os.Environ())) {
		name, value, _ := strings.Cut(variable, "=")
		if value != "" && strings.HasPrefix(name, serveVariables) && !known[name] {
			return fmt.Errorf("%s sets no flag: unset it, or name a flag as chaffinch serve --help says", name)
		}
	}
	return nil
}

// notInEnvironment are flags of a single run, and --config, which was read before.
var notInEnvironment = []string{"help", "check-config", "open", "ask", "config"}

// readToken reads the token of clients. It is not an argument, because other users of the machine
// can see arguments.
func (o *serveOptions) readToken() error {
	o.Token = os.Getenv(tokenVariable)
	if o.tokenFile == "" {
		return nil
	}
	const most = 4096
	f, err := plainfile.Open(o.tokenFile)
	if err != nil {
		return fmt.Errorf("reading the token: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return fmt.Errorf("reading the token: %w", err)
	}
	if o.Token = strings.TrimSpace(string(text)); o.Token == "" {
		return errors.New("the file of --token-file is empty: write a token into it")
	}
	return nil
}

// named returns the indexes to serve, or the one that other commands use.
func (o *serveOptions) named() (all []serve.Named, err error) {
	texts := o.indexes
	if len(texts) == 0 {
		path, err := indexpath.Existing("")
		if err != nil {
			return nil, err
		}
		texts = []string{path}
	}
	for _, text := range texts {
		n, err := serve.ParseNamed(text)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}
