package parts

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Queries in SQL stand in the comments and strings of programs in all languages. They consist
// almost entirely of words, so they are recognised by clauses in capitals that begin their lines.

// clauses begin lines of SQL. Capitals alone are not enough: licences have lines in capitals, and
// some begin with FROM.
var clauses = [][]byte{
	[]byte("SELECT "), []byte("FROM "), []byte("WHERE "), []byte("JOIN "), []byte("LEFT JOIN "), []byte("RIGHT JOIN "),
	[]byte("INNER JOIN "), []byte("FULL JOIN "), []byte("CROSS JOIN "), []byte("LEFT OUTER JOIN "), []byte("GROUP BY "), []byte("ORDER BY "),
	[]byte("HAVING "), []byte("UNION "), []byte("INSERT INTO "), []byte("VALUES "), []byte("VALUES("), []byte("DELETE FROM "),
	[]byte("UPDATE "), []byte("SET "), []byte("ON "), []byte("AND "), []byte("OR "),
}

// isClause reports whether a trimmed line begins with a clause of SQL. It must have small letters.
func isClause(line []byte) bool {
	if len(line) < 4 || line[0] < 'A' || line[0] > 'Z' || line[1] < 'A' || line[1] > 'Z' {
		return false
	}
	for _, clause := range clauses {
		if rest, ok := bytes.CutPrefix(line, clause); ok {
			return bytes.ContainsFunc(rest, func(r rune) bool { return r >= 'a' && r <= 'z' })
		}
	}
	return false
}

// leastClauses is the number of lines with clauses that a query has at least.
const leastClauses = 3

// sql returns SQL if most lines of a text begin with its clauses, otherwise nil.
func sql(text []byte) *lex.Language {
	lines, found := 0, 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		lines++
		if isClause(line) {
			found++
		}
	}
	if found < leastClauses || 2*found < lines {
		return nil
	}
	l, _ := lex.Lookup("SQL")
	return l
}
