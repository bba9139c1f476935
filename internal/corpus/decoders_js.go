package corpus

import "io"

// The decoder of zstd would make the engine for browsers 4% larger, and the one of xz 1%.

type zstdDecoder struct{}

func (*zstdDecoder) reset(io.Reader, int64) (io.Reader, error) { return nil, errNotHere }

func (*zstdDecoder) close() {}

type xzDecoder struct{}

func (*xzDecoder) reset(io.Reader, int64) (io.Reader, error) { return nil, errNotHere }

func isTooLarge(error) bool { return false }
