// Package html writes what comparing a collection comes to as one HTML file for a browser: an
// overview of the scores, pairs, submissions and clusters, and for every pair its sources beside
// each other.
//
// The file needs no other file and no network, and a browser is told to allow it none. It holds
// the [collection.Result] as JSON, and the text of every content in which a listed pair has a
// match once, with what its highlighting needs; its script draws everything else when somebody
// looks at it. The script and the style are in the folder assets, one concept a file.
//
// What comes from sources, paths and info.csv is made safe before it is written: it can neither be
// markup nor hide from the reader.
package html
