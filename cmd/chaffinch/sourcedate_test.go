package main

import (
	"testing"
	"time"
)

func TestSourceDate(t *testing.T) {
	for text, want := range map[string]time.Time{"": {}, "0": time.Unix(0, 0), "1000000000": time.Unix(1e9, 0)} {
		t.Setenv("SOURCE_DATE_EPOCH", text)
		if at, err := sourceDate(); err != nil || !at.Equal(want) {
			t.Errorf("%q is %v, %v", text, at, err)
		}
	}
	for _, text := range []string{"now", "-1", "99999999999999"} {
		t.Setenv("SOURCE_DATE_EPOCH", text)
		if at, err := sourceDate(); err == nil {
			t.Errorf("%q is %v", text, at)
		}
	}
}
