// Package bleveanalyzer registers an analyzer with Bleve, under the type [Name]. Its tokens are the
// fingerprints that package analyzer makes of a text.
package bleveanalyzer
