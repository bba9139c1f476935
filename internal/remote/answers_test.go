package remote

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/query"
)

// says is a node that answers everything with a text.
func says(text string) handler {
	return func(w http.ResponseWriter, _ *http.Request, _ string) { fmt.Fprint(w, text) }
}

const (
	whole   = `"_shards":{"total":2,"successful":2,"failed":0}`
	partial = `"_shards":{"total":2,"successful":1,"failed":0}`
)

// Nothing that is incomplete, or of something else, is taken for an answer.
func TestAnswers_AreComplete(t *testing.T) {
	ids := []string{"a", "b"}
	search := func(x *Index) error {
		_, err := x.search(t.Context(), "x", []object{{}, {}})
		return err
	}
	get := func(x *Index) error {
		_, err := x.get(t.Context(), ids, "", reading)
		return err
	}
	look := func(x *Index) error {
		_, err := (&state{x: x}).askDictionaries(t.Context(), []key{{0, 1 << 63}})
		return err
	}
	for _, c := range []struct {
		ask          func(*Index) error
		answer, want string // want is part of the error, or empty
	}{
		{search, `{"responses":[{"status":200,` + whole + `},{"status":200,` + whole + `}]}`, ""},
		{search, `{"responses":[{"status":200,` + whole + `},{"status":200,` + partial + `}]}`, "1 of 2 shards"},
		{search, `{"responses":[{"status":200,` + whole + `},{"status":200,"timed_out":true,` + whole + `}]}`, "timed out"},
		{search, `{"responses":[{"status":200,` + whole + `},{"status":400,"error":{"type":"x","reason":"too many"}}]}`, "too many"},
		{search, `{"responses":[{"status":200,` + whole + `},{"status":503,"error":{"type":"x","reason":"no shard"}}]}`, "no shard"},
		{search, `{"responses":[{"status":200,` + whole + `}]}`, "1 results for 2"},
		{search, `{}`, "0 results for 2"},
		{get, `{"docs":[{"_id":"a","found":true},{"_id":"b","found":false}]}`, ""},
		{get, `{"docs":[{"_id":"a","found":true}]}`, "1 documents of 2"},
		{get, `{"docs":[{"_id":"b","found":true},{"_id":"a","found":true}]}`, "instead of"},
		{get, `{"docs":[{"_id":"a"},{"_id":"b","error":{"type":"x","reason":"no shard"}}]}`, "no shard"},
		{look, `{"docs":[{},{}]}`, ""},
		{look, `{"docs":[{}]}`, "1 shards of 2"},
		{look, `{"docs":[{},{"error":{"type":"x","reason":"no shard"}}]}`, "no shard"},
	} {
		f := newCluster(t, says(c.answer))
		err := c.ask(&Index{client: f.Client, name: "x", meta: meta{Routes: []string{"0", "1"}}})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.answer, err, c.want)
		}
		if took := f.clock.Sub(time.Unix(1e9, 0)); took > reading+longestPause {
			t.Errorf("%s: gave up after %s", c.answer, took)
		}
	}
}

// A part of a question that was answered is not added to the next attempt.
func TestAnswers_AreOfOneAttempt(t *testing.T) {
	f := newCluster(t, first(1,
		says(`{"docs":[{"_id":"a","found":true,"_source":{"tokens":7}},{"_id":"b","error":{"reason":"no shard"}}]}`),
		says(`{"docs":[{"_id":"a","found":false},{"_id":"b","found":true}]}`)))
	docs, err := (&Index{client: f.Client, name: "x"}).get(t.Context(), []string{"a", "b"}, "", reading)
	if err != nil || docs[0].Found || docs[0].Source != nil || !docs[1].Found {
		t.Errorf("%+v, %v", docs, err)
	}
}

// If a node is slow, another one is asked. A write is sent to one node only.
func TestDo_AsksASecondNode(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	slowly := func(w http.ResponseWriter, r *http.Request, body string) {
		close(arrived)
		<-release
		ok(w, r, body)
	}
	var asked atomic.Int64
	f := newCluster(t, slowly, func(w http.ResponseWriter, r *http.Request, body string) {
		<-arrived
		asked.Add(1)
		ok(w, r, body)
	})
	now := make(chan time.Time)
	close(now)
	f.after = func(time.Duration) <-chan time.Time { return now }
	var answer struct{ Count int }
	err := f.do(t.Context(), request{method: http.MethodGet, path: "/_count", hedged: true}, &answer)
	if answer.Count != 7 || err != nil || asked.Load() != 1 {
		t.Errorf("%d, %v", answer.Count, err)
	}
	for range 3 { // the slow node rests
		if err := f.do(t.Context(), request{method: http.MethodPost, path: "/_count"}, &answer); err != nil {
			t.Error(err)
		}
	}
	if n := len(slices.DeleteFunc(f.requests, func(r string) bool { return !strings.HasPrefix(r, "0 ") })); n != 1 {
		t.Errorf("the slow node is asked %d times", n)
	}
	close(release)
	f = newCluster(t, first(1, func(w http.ResponseWriter, r *http.Request, body string) {
		time.Sleep(10 * time.Millisecond)
		ok(w, r, body)
	}, ok), func(http.ResponseWriter, *http.Request, string) { t.Error("a second node is asked") })
	f.after = func(time.Duration) <-chan time.Time { return now }
	if n, err := f.count(t); n != 7 || err != nil {
		t.Errorf("not hedged: %d, %v", n, err)
	}
}

// The error of a cluster without memory to list terms comes at once, and says what to do.
func TestAnswers_WithoutRoom(t *testing.T) {
	f := newCluster(t, says(`{"responses":[{"status":429,"error":{"type":"circuit_breaking_exception","reason":"[fielddata] Data too large"}}]}`))
	s := &state{x: &Index{client: f.Client, name: "x"}}
	err := s.EachTerm(t.Context(), 0, func([]byte, int) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "docs/cluster.md") || len(f.pauses) != 0 {
		t.Errorf("%v after %v", err, f.pauses)
	}
}

// A content whose record contradicts itself, or a clause that was not asked for, is an error.
func TestAnswers_AreBelievedNoLies(t *testing.T) {
	for _, text := range []string{
		`{"tokens":9,"size":3}`, `{"tokens":-1,"size":3}`, `{"tokens":1,"size":3,"fingerprints":[1,2,3]}`, `{"tokens":"x"}`,
	} {
		if c, err := contentIn("a", []byte(text)); err == nil {
			t.Errorf("%s is taken for %+v", text, c)
		}
	}
	q := &question{state: &state{df: map[key]int{}}, vector: query.NewVector(nil)}
	for _, name := range []string{"0", "-1", "x"} {
		if _, err := q.shared(hit{Matched: []string{name}}); err == nil {
			t.Errorf("a clause %q is believed", name)
		}
	}
	if _, err := (fileSource{Record: []byte("x")}).occurrence(); err == nil {
		t.Error("a damaged record is believed")
	}
	if _, err := listed(hit{Fields: map[string][]string{"exact": {"no term"}}}); err == nil {
		t.Error("a term that none is")
	}
}

// A node that takes three seconds for every answer costs a second now and then, not for each
// request.
func TestDo_SlowNodeCostsLittle(t *testing.T) {
	arrived := make(chan time.Time)
	var asked atomic.Int64
	slowly := func(_ http.ResponseWriter, r *http.Request, _ string) {
		asked.Add(1)
		arrived <- time.Time{}
		<-r.Context().Done() // the other node was faster
	}
	f := newCluster(t, slowly, ok)
	f.after = func(time.Duration) <-chan time.Time { return arrived }
	const requests = 200
	for i := range requests { // of 100 ms
		f.clock = f.clock.Add(100 * time.Millisecond)
		if n, err := f.countHedged(t); n != 7 || err != nil {
			t.Fatalf("request %d: %d, %v", i, n, err)
		}
	}
	// It is asked at the beginning, after 5 seconds, and after 10 more.
	if n := asked.Load(); n != 3 {
		t.Errorf("it is asked %d times in 20 seconds", n)
	}
}

// When all nodes are slow, few requests are sent twice: the cluster has enough to do.
func TestDo_SendsFewTwice(t *testing.T) {
	late := make(chan time.Time)
	slowly := func(w http.ResponseWriter, r *http.Request, body string) {
		select {
		case late <- time.Time{}: // the first node of a request
		case <-time.After(10 * time.Millisecond): // the second one
		}
		ok(w, r, body)
	}
	f := newCluster(t, slowly, slowly, slowly)
	f.after = func(time.Duration) <-chan time.Time { return late }
	const requests = 300
	for range requests {
		if n, err := f.countHedged(t); n != 7 || err != nil {
			t.Fatal(n, err)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if n := len(f.requests) - requests; n < mostHedges || n > mostHedges+requests*hedgeShare {
		t.Errorf("%d requests of %d are sent twice", n, requests)
	}
}

func (f *cluster) countHedged(t *testing.T) (int, error) {
	t.Helper()
	var answer struct{ Count int }
	err := f.do(t.Context(), request{method: http.MethodGet, path: "/_count", hedged: true}, &answer)
	return answer.Count, err
}
