// Package html writes reports as one HTML file for a browser. For a collection it shows an overview
// of scores, pairs, submissions and clusters, and the sources of every pair side by side. For two
// texts it shows that pair, for two trees a picture of what went where. See [Write],
// [WriteComparison] and [WriteTrees].
//
// The file needs no other file and no network, and its policy forbids the browser both. It contains
// the [pairs.Report] as JSON, and each content in which a listed pair has a match, with syntax
// colours. The script draws a view when it is opened. Style and script are in the folder assets,
// one concept a file.
//
// Text from sources, paths and info.csv is escaped: it cannot become markup or hide from the
// reader.
package html
