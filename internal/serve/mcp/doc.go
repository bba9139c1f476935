// Package mcp answers coding assistants by the Model Context Protocol (MCP): where code came from, before or after it is
// written. It is a shell over the library and package serve.
//
//	s, err := mcp.New(indexes, mcp.Options{Folder: "."}) // on standard input and output, for one user
//	if err != nil { ... }
//	err = s.Run(ctx, os.Stdin, os.Stdout)
//
//	s, err := mcp.New(indexes, mcp.Options{Ask: server.Ask})
//	if err != nil { ... }
//	server.Handle("/mcp", s.Handler()) // streamable HTTP, without sessions
//
// The revisions of the protocol are those of the official SDK, from 2024-11-05 to 2026-07-28.
//
//	server.go    the server of the SDK, and its handler for HTTP
//	stdio.go     standard input and output
//	tools.go     the tools, as assistants see them
//	question.go  what a tool is asked: text, or lines of a file
//	origin.go    find_origin, and its verdict
//	changes.go   check_changes
//	explain.go   explain_match
//	corpus.go    corpus_info
//	resource.go  sources by their address
//	budget.go    an answer takes few tokens of the assistant
//	text.go      answers in words
//
// What is foreign, names of documents and their text, is escaped and shortened. Tools say that it is data.
package mcp
