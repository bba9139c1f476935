// Package serve answers questions over HTTP. It is a shell over the library: it opens indexes, bounds what clients
// may cost, and turns requests into calls of the library, whose answers it returns as the command prints them.
//
//	x, err := serve.Open(ctx, []serve.Named{{Name: "linux", Path: "linux.chaffinch"}})
//	if err != nil { ... }
//	defer x.Close()
//	s, err := serve.New(x, serve.Options{Listen: "127.0.0.1:8765"})
//	if err != nil { ... }
//	s.Handle("GET /{$}", page) // handlers of other packages, behind the same guards
//	l, err := s.Listen()
//	if err != nil { ... }
//	err = s.Run(ctx, l) // until ctx is done and the last answer is given
//
// docs/server.md states the limits.
package serve
