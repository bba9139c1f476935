package main

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
)

// reader asks questions whose answers it can judge.
type reader struct {
	*soak
	r        *rand.Rand
	question string // the file to search for
}

// step searches once as a process.
func (r *reader) step() error {
	v, other := r.pick(), r.pick()
	switch r.r.IntN(6) {
	case 0:
		return r.stats()
	case 1:
		text, err := os.ReadFile(v.file)
		if err != nil || len(text) < len(v.plant) {
			return nil // its writer is changing it
		}
		return r.ask("similar", string(text[:len(text)-len(v.plant)/2]), v)
	case 2:
		return r.ask("search --cover", v.plant+other.plant, v, other)
	}
	return r.ask("search", v.plant, v)
}

// pick returns a version, most likely one that readers must see.
func (r *reader) pick() (v *version) {
	r.Lock()
	defer r.Unlock()
	for range 100 {
		if v = r.versions[r.r.IntN(len(r.versions))]; !v.since.IsZero() {
			break
		}
	}
	return v
}

// ask searches for the origins of a text.
func (r *reader) ask(how, text string, origins ...*version) error {
	if err := os.WriteFile(r.question, []byte(text), 0o666); err != nil {
		return err
	}
	begin := time.Now()
	var allAnswer answer.Answer
	if ok, err := r.run(&allAnswer, append(strings.Fields(how), r.question)...); !ok {
		return err
	}
	r.judge(how, begin, time.Now(), &allAnswer, origins...)
	return nil
}

// stats compares the number of documents with what readers may and must see.
func (r *reader) stats() error {
	begin := time.Now()
	var stats struct{ Documents int }
	if ok, err := r.run(&stats, "stats"); !ok {
		return err
	}
	must, may := 0, 0
	r.Lock()
	for _, v := range r.versions {
		if v.mustBeSeen(begin) {
			must++
		}
		if v.mayBeSeen(begin, time.Now()) {
			may++
		}
	}
	r.Unlock()
	r.count(0)
	if stats.Documents < must || stats.Documents > may {
		r.noteWrong("stats counts %d documents, not %d to %d", stats.Documents, must, may)
	}
	return nil
}

// run runs the program and reads its output, unless it fails.
func (r *reader) run(allAnswer any, args ...string) (ok bool, err error) {
	o, err := runUntil(r.program, r.index, append(args, "--json"), moment{after: remembered})
	if err != nil {
		return false, err
	}
	if o.exit != 0 && o.exit != 1 {
		r.note("%s ends with %d: %s", args, o.exit, o.errOut)
		return false, nil
	}
	return true, json.Unmarshal([]byte(o.out), allAnswer)
}

func (r *reader) count(origins int) {
	r.Lock()
	defer r.Unlock()
	r.questions++
	r.origins += origins
}

func (r *reader) noteWrong(format string, values ...any) {
	r.note(format, values...)
	r.Lock()
	defer r.Unlock()
	r.wrong++
}

// judge checks the answer of a reader that has opened the index between begin and opened.
func (r *reader) judge(how string, begin, opened time.Time, a *answer.Answer, origins ...*version) {
	hits := map[string]answer.Hit{}
	for _, h := range a.Hits {
		for _, o := range h.Occurrences {
			hits[keyOf(o.Collection, o.File(), h.Content)] = h
		}
	}
	origins, unknown := r.expected(hits, begin, opened, origins)
	r.count(len(origins))
	for _, key := range unknown {
		r.noteWrong("%s names %s, which no state had", how, key)
	}
	for _, v := range origins {
		h := hits[v.key] // none is not aligned
		whole := h.Kind == "verbatim" && h.Coverage > 0.9
		if !h.Aligned || how == "search" && !whole {
			r.noteWrong("%s finds %s aligned: %t, %s, coverage %.3f, %d hits", how, v.key, h.Aligned, h.Kind,
				h.Coverage, len(a.Hits))
		}
	}
}

// expected returns those origins that the reader must see, and the hits that it cannot see.
func (r *reader) expected(hits map[string]answer.Hit, begin, opened time.Time,
	origins []*version) (must []*version, unknown []string) {
	r.Lock()
	defer r.Unlock()
	for _, v := range origins {
		if v.mustBeSeen(begin) {
			must = append(must, v)
		}
	}
	for key := range hits {
		if !slices.ContainsFunc(r.versions, func(v *version) bool {
			return v.key == key && v.mayBeSeen(begin, opened)
		}) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	return must, unknown
}

// session opens the index through the library, and searches its state many times.
func (r *reader) session(ctx context.Context) (err error) {
	begin := time.Now()
	x, err := openIndex(r.index)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	opened := time.Now()
	for range 1 + r.r.IntN(1000) {
		if ctx.Err() != nil || time.Since(opened) > remembered/2 {
			break
		}
		v := r.pick()
		found, err := x.Search(context.Background(), chaffinch.Document{Name: r.question, Source: []byte(v.plant)},
			chaffinch.SearchOptions{})
		if err != nil {
			return err
		}
		r.judge("search", begin, opened, found, v)
	}
	return nil
}
