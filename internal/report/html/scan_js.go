package html

// scanPage is for pages of scans, which a browser does not make.
type scanPage struct{}
