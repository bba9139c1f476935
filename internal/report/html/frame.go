package html

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// InFrame copies the page of a report that this package wrote, with a bar of HTML above its header.
// The bar may have forms of the same site. Its class is frame.
func InFrame(out io.Writer, page io.Reader, bar string) error {
	r := bufio.NewReader(page)
	w := bufio.NewWriter(out)
	for {
		line, err := r.ReadString('\n')
		if line == reportHeader {
			w.WriteString(bar)
		}
		switch {
		case strings.HasPrefix(line, policyLine):
			line = strings.Replace(line, "form-action 'none'", "form-action 'self'", 1)
		case line == referrerLine:
			line = strings.Replace(line, "no-referrer", "same-origin", 1) // otherwise forms send Origin: null
		}
		w.WriteString(line)
		if err == nil && line != reportHeader {
			continue
		}
		if err == nil {
			_, err = r.WriteTo(w)
		} else if err == io.EOF {
			err = nil
		}
		if err == nil {
			err = w.Flush()
		}
		if err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
		return nil
	}
}

// Lines of the head of assets/page.html. No line of its style or of the title equals them.
const (
	reportHeader = "<header class=\"bar\">\n"
	policyLine   = `<meta http-equiv="Content-Security-Policy"`
	referrerLine = "<meta name=\"referrer\" content=\"no-referrer\">\n"
)
