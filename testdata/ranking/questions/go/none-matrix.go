package dense

import (
	"errors"
	"strconv"
	"strings"
)

// ErrShape is returned when two matrices do not fit each other.
var ErrShape = errors.New("dense: shapes do not fit")

// Matrix has its numbers in one slice, row by row.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

// Zero makes a matrix of zeros.
func Zero(rows, cols int) Matrix {
	return Matrix{rows, cols, make([]float64, rows*cols)}
}

// Row is a view, not a copy.
func (m Matrix) Row(i int) []float64 {
	return m.Data[i*m.Cols : (i+1)*m.Cols]
}

// Mul walks the right matrix by rows, which is kinder to the cache.
func (m Matrix) Mul(o Matrix) (Matrix, error) {
	if m.Cols != o.Rows {
		return Matrix{}, ErrShape
	}
	out := Zero(m.Rows, o.Cols)
	for i := 0; i < m.Rows; i++ {
		target := out.Row(i)
		for k, factor := range m.Row(i) {
			if factor == 0 {
				continue
			}
			for j, v := range o.Row(k) {
				target[j] += factor * v
			}
		}
	}
	return out, nil
}

// Transpose swaps rows and columns.
func (m Matrix) Transpose() Matrix {
	t := Zero(m.Cols, m.Rows)
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*t.Cols+i] = v
		}
	}
	return t
}

func (m Matrix) String() string {
	var sb strings.Builder
	for i := range m.Rows {
		for _, v := range m.Row(i) {
			sb.WriteString(strconv.FormatFloat(v, 'g', 6, 64))
			sb.WriteByte('\t')
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}
