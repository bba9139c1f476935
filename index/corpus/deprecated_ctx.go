package corpus

import "context"

// ReadContext is [Read], and reads nothing if ctx is done: reason is then Unreadable, and err ctx's.
func ReadContext(ctx context.Context, f File, o Options, buf []byte) (content []byte, reason Reason, err error) {
	if err := ctx.Err(); err != nil {
		return buf[:0], Unreadable, err
	}
	return Read(f, o, buf)
}

// DecodeContext is [Decode], and returns ctx's error if it is done.
func DecodeContext(ctx context.Context, content []byte) (Text, error) {
	return Decode(content), ctx.Err()
}
