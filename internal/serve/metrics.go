package serve

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// meters are the metrics of a server, in the text format of Prometheus.
type meters struct {
	gauges []gauge
	begin  time.Time // of the server

	mu       sync.Mutex
	requests map[string]uint64     // by their labels
	times    map[string]*histogram // by their labels
}

type gauge struct {
	name string
	read func() float64
}

// secondsOf are the upper bounds of the times of requests.
var secondsOf = [...]float64{.005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10}

// histogram counts times: those up to each bound, and longer ones.
type histogram struct {
	counts [len(secondsOf) + 1]uint64
	sum    float64
}

func newMeters(s *Server) *meters {
	m := &meters{begin: time.Now(), requests: map[string]uint64{}, times: map[string]*histogram{}}
	m.gauges = []gauge{
		{"chaffinch_questions_running", func() float64 { return float64(len(s.queue.slots)) }},
		{"chaffinch_questions_waiting", func() float64 { return float64(s.queue.waiting.Load() + s.queue.waitingLarge.Load()) }},
		{"chaffinch_connections_waiting", func() float64 { n, _ := s.connections.counts(); return float64(n) }},
		{"chaffinch_connections_busy", func() float64 { _, n := s.connections.counts(); return float64(n) }},
	}
	for _, name := range s.indexes.Names() {
		m.gauges = append(m.gauges, gauge{fmt.Sprintf("chaffinch_index_opened_timestamp_seconds{index=%q}", name), func() float64 {
			h, err := s.indexes.Acquire(name)
			if err != nil {
				return 0
			}
			defer h.Close()
			return float64(h.Opened.UnixMilli()) / 1000
		}})
		// It is 1 if a newer state does not open, or the folder is gone, so that the old one is
		// served.
		m.gauges = append(m.gauges, gauge{fmt.Sprintf("chaffinch_index_failed{index=%q}", name), func() float64 {
			if s.indexes.failure(name) != nil {
				return 1
			}
			return 0
		}})
	}
	slices.SortFunc(m.gauges, func(a, b gauge) int { return strings.Compare(a.name, b.name) })
	return m
}

func (m *meters) handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		to := &metricWriter{Writer: w}
		for _, g := range m.gauges {
			to.metric(g.name, g.read())
		}
		m.writeRequests(to)
		to.metric("go_goroutines", float64(runtime.NumGoroutine()))
		to.metric("process_start_time_seconds", float64(m.begin.UnixMilli())/1000)
		writeProcessMetrics(to)
	})
}

// writeRequests writes the requests and their times.
func (m *meters) writeRequests(w *metricWriter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, labels := range slices.Sorted(maps.Keys(m.times)) {
		h := m.times[labels]
		n := uint64(0)
		for i, count := range h.counts {
			n += count
			bound := "+Inf"
			if i < len(secondsOf) {
				bound = formatMetric(secondsOf[i])
			}
			w.metric(fmt.Sprintf("chaffinch_request_seconds_bucket{%s,le=%q}", labels, bound), float64(n))
		}
		w.metric("chaffinch_request_seconds_sum{"+labels+"}", h.sum)
		w.metric("chaffinch_request_seconds_count{"+labels+"}", float64(n))
	}
	for _, labels := range slices.Sorted(maps.Keys(m.requests)) {
		w.metric("chaffinch_requests_total{"+labels+"}", float64(m.requests[labels]))
	}
}

// clockTicks is the number of clock ticks a second in /proc. It is 100 in all builds of Linux.
const clockTicks = 100

// writeProcessMetrics writes processor time, memory and open files on Linux.
func writeProcessMetrics(w *metricWriter) {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return
	}
	const utime, stime, rss = 11, 12, 21 // behind the name of the program
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= rss {
		return
	}
	value := func(field int) float64 { v, _ := strconv.ParseFloat(fields[field], 64); return v }
	w.metric("process_cpu_seconds_total", (value(utime)+value(stime))/clockTicks)
	w.metric("process_resident_memory_bytes", value(rss)*float64(os.Getpagesize()))
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		w.metric("process_open_fds", float64(len(open)))
	}
}

// metricWriter writes metrics in the text format of Prometheus, families one after the other.
type metricWriter struct {
	io.Writer
	family string // of the last metric
}

// metric writes a metric, and before the first of its family the family's type.
func (w *metricWriter) metric(name string, value float64) {
	family, _, _ := strings.Cut(name, "{")
	kind := "gauge"
	if strings.HasSuffix(family, "_total") {
		kind = "counter"
	}
	for _, suffix := range []string{"_bucket", "_sum", "_count"} {
		if of, ok := strings.CutSuffix(family, suffix); ok {
			family, kind = of, "histogram"
		}
	}
	if family != w.family {
		w.family = family
		fmt.Fprintf(w, "# TYPE %s %s\n", family, kind)
	}
	fmt.Fprintf(w, "%s %s\n", name, formatMetric(value))
}

func formatMetric(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// count counts a request, and its time with the wait in the queue. Requests that no route takes
// share one label.
func (m *meters) count(route string, status int, took time.Duration) {
	if route == "" {
		route = "refused"
	}
	labels := fmt.Sprintf("route=%q", route)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[fmt.Sprintf("%s,status=\"%d\"", labels, status)]++
	h := m.times[labels]
	if h == nil {
		h = new(histogram)
		m.times[labels] = h
	}
	i := 0
	for i < len(secondsOf) && took.Seconds() > secondsOf[i] {
		i++
	}
	h.counts[i]++
	h.sum += took.Seconds()
}
