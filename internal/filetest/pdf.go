package filetest

import (
	"bytes"
	"fmt"
	"strings"
)

// PDF returns a PDF of one page with these lines of ASCII.
func PDF(lines ...string) string {
	page := "BT /F1 10 Tf 14 TL 20 800 Td\n"
	for _, line := range lines {
		page += "(" + strings.NewReplacer("\\", "\\\\", "(", "\\(", ")", "\\)").Replace(line) + ") Tj T*\n"
	}
	page += "ET"
	var b bytes.Buffer
	var places []int
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\x00\n")
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9000 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(page), page), "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	} {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, start)
	return b.String()
}
