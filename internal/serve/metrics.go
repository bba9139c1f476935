package serve

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// meters are the metrics of a server.
type meters struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMeters(s *Server) *meters {
	m := &meters{registry: prometheus.NewRegistry()}
	m.requests = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "chaffinch_requests_total", Help: "Requests by route and status."}, []string{"route", "status"})
	m.seconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "chaffinch_request_seconds", Help: "Time of requests by route, including the wait in the queue.",
		Buckets: []float64{.005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10}}, []string{"route"})
	gauge := func(name, help string, labels prometheus.Labels, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, value)
	}
	m.registry.MustRegister(m.requests, m.seconds, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("chaffinch_questions_running", "Running questions.", nil, func() float64 { return float64(len(s.queue.slots)) }),
		gauge("chaffinch_questions_waiting", "Questions in the queue.", nil, func() float64 { return float64(s.queue.waiting.Load() + s.queue.waitingLarge.Load()) }),
		gauge("chaffinch_connections_waiting", "Connections without a running request.", nil, func() float64 { n, _ := s.connections.counts(); return float64(n) }),
		gauge("chaffinch_connections_busy", "Connections with a running request.", nil, func() float64 { _, n := s.connections.counts(); return float64(n) }),
	)
	for _, name := range s.indexes.Names() {
		m.registry.MustRegister(gauge("chaffinch_index_opened_timestamp_seconds", "When the current state of the index was opened.",
			prometheus.Labels{"index": name}, func() float64 {
				h, err := s.indexes.Acquire(name)
				if err != nil {
					return 0
				}
				defer h.Close()
				return float64(h.Opened.UnixMilli()) / 1000
			}), gauge("chaffinch_index_failed", "1 if a newer state does not open, or the folder is gone, so the old one is served.",
			prometheus.Labels{"index": name}, func() float64 {
				if s.indexes.failure(name) != nil {
					return 1
				}
				return 0
			}))
	}
	return m
}

func (m *meters) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// count counts a request. Requests that no route takes share one label.
func (m *meters) count(route string, status int, took time.Duration) {
	if route == "" {
		route = "refused"
	}
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}
