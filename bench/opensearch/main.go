// Command opensearch runs a command next to an OpenSearch cluster on this machine. The cluster ends
// with the command. The variable CHAFFINCH_OPENSEARCH_TEST has the address of the nodes.
//
//	go -C bench run ./opensearch -- go -C .. test ./internal/remote
//	go -C bench run ./opensearch -n 3 -heap 512m -- sh
//	go -C bench run ./opensearch -roles ../docs/cluster.md -- go -C .. test -run Cluster ./cmd/chaffinch
//
// With -roles the nodes encrypt, and know two users of the roles in the first block of YAML of a
// file: reader has the first role, and writer all. CHAFFINCH_OPENSEARCH_PASSWORD and
// CHAFFINCH_OPENSEARCH_CA are set for both.
//
// Where no cluster can run, it says so and does not run the command; that is an error if
// CHAFFINCH_OPENSEARCH is set.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/internal/nodes"
)

func main() {
	var o nodes.Options
	flag.IntVar(&o.Nodes, "n", 1, "number of nodes")
	flag.StringVar(&o.Heap, "heap", "256m", "memory of a node")
	flag.StringVar(&o.Version, "version", "", "one of "+strings.Join(nodes.Versions(), ", "))
	roles := flag.String("roles", "", "encrypt, with users of the roles in the first block of YAML of this `FILE`")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	code, err := 0, error(nil)
	if *roles != "" {
		o.Security, err = securityOf(*roles)
	}
	if err == nil {
		code, err = run(o, flag.Args())
	}
	if errors.Is(err, nodes.ErrUnavailable) && os.Getenv("CHAFFINCH_OPENSEARCH") == "" {
		fmt.Fprintf(os.Stderr, "NOT RUN: %s: %v\n", strings.Join(flag.Args(), " "), err)
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "opensearch:", err)
		code = 2
	}
	os.Exit(code)
}

// startTime bounds the start of the nodes. A busy machine needs minutes for several.
const startTime = 5 * time.Minute

func run(o nodes.Options, command []string) (code int, err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	starting, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	begun := time.Now()
	c, err := nodes.Start(starting, o)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, c.Stop()) }()
	fmt.Fprintf(os.Stderr, "%s: started in %s\n", c.Address(""), time.Since(begun).Round(time.Second))
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), "CHAFFINCH_OPENSEARCH_TEST="+c.Address(""))
	if o.Security != nil {
		cmd.Env = append(cmd.Env, "CHAFFINCH_OPENSEARCH_PASSWORD="+nodes.Password, "CHAFFINCH_OPENSEARCH_CA="+c.Authority)
	}
	err = cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// securityOf returns the users reader and writer, with the roles of a file.
func securityOf(file string) (*nodes.Security, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	_, roles, found := strings.Cut(string(text), "```yaml\n")
	roles, _, ended := strings.Cut(roles, "```")
	var names []string
	for line := range strings.Lines(roles) {
		if name, _, _ := strings.Cut(line, ":"); name != "" && !strings.ContainsAny(name, " #\n") {
			names = append(names, name)
		}
	}
	if !found || !ended || len(names) != 2 {
		return nil, fmt.Errorf("%s: no block of YAML with two roles, but %q", file, names)
	}
	return &nodes.Security{Roles: roles, Users: map[string][]string{"reader": names[:1], "writer": names}}, nil
}
