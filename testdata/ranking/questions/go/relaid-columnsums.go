package main

func columnSums(r *reader) (map[string]float64, error) {
	header, err := r.record() // names of the columns
	if err != nil {
		return nil, fmt.Errorf("reading header: %w", err)
	}

	sums := make(map[string]float64)
	for {
		row, err := r.record()
		if err == io.EOF {
			return sums, nil // all rows were read
		}
		if err != nil {
			return nil, err
		}
		if len(row) != len(header) { // ragged
			return nil, &parseError{r.line - 1, fmt.Sprintf("%d fields, header has %d",
				len(row),
				len(header))}
		}
		for i, cell := range row {
			if n, err := strconv.ParseFloat(strings.TrimSpace(cell), 64); err == nil {
				sums[header[i]] += n
			}
		}
	}
}
