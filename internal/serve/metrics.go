package serve

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// meters are the metrics of a server, in the text format of Prometheus.
type meters struct{ set *metrics.Set }

// secondsOf are the upper bounds of the times of requests.
var secondsOf = []float64{.005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10}

func newMeters(s *Server) *meters {
	set := metrics.NewSet()
	set.NewGauge("chaffinch_questions_running", func() float64 { return float64(len(s.queue.slots)) })
	set.NewGauge("chaffinch_questions_waiting", func() float64 { return float64(s.queue.waiting.Load() + s.queue.waitingLarge.Load()) })
	set.NewGauge("chaffinch_connections_waiting", func() float64 { n, _ := s.connections.counts(); return float64(n) })
	set.NewGauge("chaffinch_connections_busy", func() float64 { _, n := s.connections.counts(); return float64(n) })
	for _, name := range s.indexes.Names() {
		set.NewGauge(fmt.Sprintf("chaffinch_index_opened_timestamp_seconds{index=%q}", name), func() float64 {
			h, err := s.indexes.Acquire(name)
			if err != nil {
				return 0
			}
			defer h.Close()
			return float64(h.Opened.UnixMilli()) / 1000
		})
		// It is 1 if a newer state does not open, or the folder is gone, so that the old one is
		// served.
		set.NewGauge(fmt.Sprintf("chaffinch_index_failed{index=%q}", name), func() float64 {
			if s.indexes.failure(name) != nil {
				return 1
			}
			return 0
		})
	}
	return &meters{set}
}

func (m *meters) handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.set.WritePrometheus(w)
		metrics.WriteProcessMetrics(w)
	})
}

// count counts a request, and its time with the wait in the queue. Requests that no route takes
// share one label.
func (m *meters) count(route string, status int, took time.Duration) {
	if route == "" {
		route = "refused"
	}
	m.set.GetOrCreateCounter(fmt.Sprintf("chaffinch_requests_total{route=%q,status=%q}", route, strconv.Itoa(status))).Inc()
	m.set.GetOrCreatePrometheusHistogramExt(fmt.Sprintf("chaffinch_request_seconds{route=%q}", route), secondsOf).Update(took.Seconds())
}
