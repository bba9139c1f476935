// Package html writes reports as one HTML file for a browser: of a collection an overview of
// scores, pairs, submissions and clusters, with the sources of every pair beside each other; of two
// texts that one pair.
//
// The file needs no other file and no network, and its policy allows the browser none. It holds the
// [collection.Result] as JSON, and the text of each content in which a listed pair has a match,
// with its syntax colours. The script draws a view when somebody opens it. Style and script are in
// the folder assets, one concept a file.
//
// Text from sources, paths and info.csv is made safe before it is written: it can neither be markup
// nor hide from the reader.
package html
