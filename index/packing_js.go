package index

import "slices"

// An index in memory keeps contents as they are, so that no encoder is part of the engine for
// browsers.

func compress(content []byte) []byte { return slices.Clone(content) }

func decompress(_ string, packed []byte) ([]byte, error) { return slices.Clone(packed), nil }
