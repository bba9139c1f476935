// Package mcp serves coding assistants over the Model Context Protocol (MCP). They look up where
// code came from, before or after they write it. It is a thin layer over the library and package
// serve.
//
//	s, err := mcp.New(indexes, mcp.Options{Folder: "."}) // on standard input and output, for one user
//	if err != nil { ... }
//	err = s.Run(ctx, os.Stdin, os.Stdout)
//
//	s, err := mcp.New(indexes, mcp.Options{Ask: server.Ask})
//	if err != nil { ... }
//	server.Handle("/mcp", s.Handler()) // streamable HTTP, without sessions
//
// The official SDK decides the revisions of the protocol, from 2024-11-05 to 2026-07-28.
//
//	server.go    the server of the SDK, and its handler for HTTP
//	stdio.go     standard input and output
//	tools.go     the tools, as assistants see them
//	question.go  the input of a tool: text, or lines of a file
//	origin.go    find_origin, and its verdict
//	changes.go   check_changes
//	explain.go   explain_match
//	corpus.go    corpus_info
//	resource.go  sources by their URI
//	budget.go    the limit on the tokens of an answer
//	text.go      answers in words
//
// Foreign text, that is names and text of documents, is untrusted: it is escaped and shortened, and
// the tools say that it is data.
package mcp
