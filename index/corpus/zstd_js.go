package corpus

import "io"

// zstdDecoder has no decoder: it would make the engine for browsers 4% larger.
type zstdDecoder struct{}

func (*zstdDecoder) reset(io.Reader, int64) (io.Reader, error) { return nil, errNotHere }

func (*zstdDecoder) close() {}

func isTooLargeForZstd(error) bool { return false }
