//go:build js

package main

import (
	"github.com/chaffinch-search/chaffinch/index/document"
)

// fileOptions select the files to read, and are named like the command's flags.
type fileOptions struct {
	Include       []string `json:"include"`
	Exclude       []string `json:"exclude"`
	MaxSize       int64    `json:"maxSize"`
	NoIgnore      bool     `json:"noIgnore"`
	SkipGenerated bool     `json:"skipGenerated"`
	Generated     bool     `json:"generated"`
	Minified      bool     `json:"minified"`
}

// corpus returns the options of sources. Generated and Minified keep such files.
func (o fileOptions) corpus() document.Options {
	return document.Options{
		MaxSize: o.MaxSize, NoIgnore: o.NoIgnore, Include: o.Include, Exclude: o.Exclude,
		KeepGenerated: o.Generated, KeepMinified: o.Minified,
	}
}

// keeping returns options that keep generated and minified files unless SkipGenerated is set.
func (o fileOptions) keeping() document.Options {
	return o.corpus().Skipping(o.SkipGenerated)
}

// documentOptions describe a document. Its source is passed separately.
type documentOptions struct {
	Name     string `json:"name"`
	Language string `json:"language"`
}
