package index

import "slices"

// An index in memory keeps contents as they are. So the engine for browsers has no encoder.

func compress(content []byte) []byte { return slices.Clone(content) }

func decompress(_ string, packed []byte) ([]byte, error) { return slices.Clone(packed), nil }
