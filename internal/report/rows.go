package report

// The numbers of pairs that are listed unless --top says otherwise. A page contains the sources of
// all pairs that it lists. Other files may be read by programs, but should not fill a disk because
// thousands of files resemble each other.
const (
	TextRows = 50
	PageRows = 5000
	FileRows = 200_000
)
