package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// server is a running chaffinch serve.
type server struct {
	at   string // http://HOST:PORT
	stop func() error
}

// start starts the program, and returns once it is ready.
func start(program, index string, flags ...string) (*server, error) {
	s, err := process.Serve(program, index, flags...)
	if err != nil {
		return nil, err
	}
	return &server{s.URL, s.Stop}, nil
}

// printStart prints the start time of a server: from the start of the program to its first answer.
func printStart(out io.Writer, program, index string) error {
	var times []float64
	for range 5 {
		begun := time.Now()
		s, err := start(program, index)
		if err != nil {
			return err
		}
		a, err := http.Get(s.at + "/readyz")
		if err != nil {
			return errors.Join(err, s.stop())
		}
		times = append(times, ms(time.Since(begun)))
		if err := errors.Join(a.Body.Close(), s.stop()); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "start, median of %d: %.0f ms\n", len(times), metric.Quantile(times, .5))
	return nil
}

// cost is the resources of a server.
type cost struct {
	cpu        time.Duration
	resident   float64 // MB
	goroutines int
	files      int // open file descriptors
}

// cost reads the metrics of the server.
func (s *server) cost() (cost, error) {
	a, err := http.Get(s.at + "/metrics")
	if err != nil {
		return cost{}, err
	}
	defer a.Body.Close()
	all := map[string]float64{} // of those without labels
	for lines := bufio.NewScanner(a.Body); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), " "); ok {
			all[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	return cost{
		time.Duration(all["process_cpu_seconds_total"] * float64(time.Second)), all["process_resident_memory_bytes"] / 1e6,
		int(all["go_goroutines"]), int(all["process_open_fds"]),
	}, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
