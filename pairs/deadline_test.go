package pairs

import (
	"testing"
	"time"
)

func TestParseDeadline(t *testing.T) {
	for text, want := range map[string]string{
		"2025-03-11 18:00": "2025-03-11T18:00:00Z", "2025-03-11T18:00": "2025-03-11T18:00:00Z", "2025-03-11": "2025-03-11T23:59:59Z",
		"2025-03-11 18:00:05": "2025-03-11T18:00:05Z", "2025-03-11T18:00:00+02:00": "2025-03-11T16:00:00Z", "2025-03-11 18:00+02:00": "2025-03-11T16:00:00Z",
	} {
		if got, err := ParseDeadline(text); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s is %v, not %s, %v", text, got, want, err)
		}
	}
	for _, text := range []string{"tomorrow", "11.3.2025", "2025-02-30", "18:00"} {
		if err := (Options{Deadline: text}).Check(); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}
