package units

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/skips"
)

// leave notes lines of a file that are not read because of its format.
func (l *loader) leave(name string, left map[string]int) {
	if len(left) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leftOut, l.leftIn = skips.AddLines(l.leftOut, left), append(l.leftIn, name)
}

// warnOfLines reports how many lines are not read, by reason. It names the first files with some.
func (l *loader) warnOfLines() {
	const most = 3
	names := l.leftIn
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	if n := len(names); n > most {
		names = append(names[:most:most], fmt.Sprintf("%d more", n-most))
	}
	l.warn(option.LinesNotRead, skips.Lines(l.leftOut), strings.Join(names, ", "))
}
