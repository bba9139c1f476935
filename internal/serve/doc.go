// Package serve is the HTTP server: a thin layer over the library that opens indexes, limits clients, and returns the
// JSON of the commands.
//
//	x, err := serve.Open(ctx, []serve.Named{{Name: "linux", Path: "linux.chaffinch"}})
//	if err != nil { ... }
//	defer x.Close()
//	s, err := serve.New(x, serve.Options{Listen: "127.0.0.1:8765"})
//	if err != nil { ... }
//	s.Handle("GET /{$}", page) // handlers of other packages, behind the same guards
//	l, err := s.Listen()
//	if err != nil { ... }
//	err = s.Run(ctx, l) // until ctx is done and the running requests have finished
//
// docs/server.md states the limits.
package serve
