// Command opensearch runs a command beside a cluster of OpenSearch on this machine, and ends the cluster
// with it. The variable CHAFFINCH_OPENSEARCH_TEST has the address of the nodes.
//
//	go run ./bench/opensearch -- go test ./internal/remote
//	go run ./bench/opensearch -n 3 -heap 512m -- sh
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
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	code, err := run(o, flag.Args())
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
	err = cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}
