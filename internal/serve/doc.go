// Package serve is the HTTP server: a thin layer over the library that opens indexes, limits
// clients, and returns the JSON of the commands.
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
//	server.go       the server, its log, its start and end
//	options.go      options and limits
//	guard.go        who may ask: host, origin, token
//	connections.go  bounds on connections, and bodies in memory
//	queue.go        questions wait for their turn
//	largeanswers.go bounds on answers that are being sent
//	indexes.go      open indexes, and their newer states
//	cache.go        values computed once for each state
//	api.go          the API, and questions; requests.go has what they take
//	describe.go     the API's descriptions of indexes and contents
//	jobs.go         jobs; jobapi.go is their API, jobrun.go what they do
//	upload.go       uploads, as an archive or as a form (multipart.go, tops.go)
//	problem.go      errors
//	metrics.go      metrics of Prometheus
//	scanoss.go      SCANOSS clients; scanossmatch.go has their matches
//
// docs/server.md states the limits.
package serve
