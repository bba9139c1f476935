package pairs

import (
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// ParseDeadline reads [Options].Deadline; the zero time if it is empty.
func ParseDeadline(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	iso := strings.Replace(text, " ", "T", 1)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, iso); err == nil {
			return t.UTC(), nil
		}
	}
	if t, err := time.Parse(time.DateOnly, iso); err == nil {
		return t.Add(24*time.Hour - time.Second), nil
	}
	return time.Time{}, option.Errorf(option.PairsDeadline, "is %.60q: use a time in UTC such as 2025-03-11 18:00, or a day", text)
}
