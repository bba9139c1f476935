// Package hittest finds fields of a hit that a face forgets.
package hittest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// Shows fails if a field of a hit changes nothing in the output of a face. It changes each field in
// turn. omitted names the fields that the face omits; or if it changes although omitted says so.
func Shows(t *testing.T, face string, print func(*answer.Hit) string) {
	t.Helper()
	omits := append(strings.Fields(omitted[face]), strings.Fields(omitted["any"])...)
	fields := changes()
	for name, change := range fields {
		shown := false
		for _, vary := range variants {
			plain, other := hit(vary), hit(vary)
			change(reflect.ValueOf(other).Elem())
			shown = shown || print(plain) != print(other)
		}
		switch omitted := slices.Contains(omits, name); {
		case !shown && !omitted:
			t.Errorf("%s shows nothing of %s of a hit, and omitted in internal/hittest lacks it", face, name)
		case shown && omitted:
			t.Errorf("%s shows %s of a hit: internal/hittest says that it does not", face, name)
		}
	}
	for _, name := range omits {
		if fields[name] == nil {
			t.Errorf("internal/hittest omits %s, which no hit has", name)
		}
	}
}

// variants make hits of other kinds. They are of a diff, of another question, of an index of hashes
// only, and of a repository without a licence.
var variants = []func(*answer.Hit){
	func(*answer.Hit) {},
	func(h *answer.Hit) { h.Matches[0].New = nil },
	func(h *answer.Hit) { h.Aligned, h.HashesOnly, h.Matches = false, true, nil },
	func(h *answer.Hit) { h.Occurrences[0].Root, h.Occurrences[0].License = "git+file:///root.git", "" },
}

// hit returns a hit with something in each of its fields, but without sources.
func hit(vary func(*answer.Hit)) *answer.Hit {
	h := &answer.Hit{}
	fill(reflect.ValueOf(h).Elem())
	h.Looks, h.HashesOnly = "generated", false
	o := &h.Occurrences[0]
	o.Root, o.URL = "/root", "https://example.org/a"
	other := *o
	other.Path = "other"
	h.Occurrences = append(h.Occurrences, other)
	vary(h)
	return h
}

// fill sets something in all fields below v.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.CanSet() && v.Type() == timeType {
			v.Set(reflect.ValueOf(time.Unix(1e9, 0)))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && v.Type().Field(i).Type != alignmentType {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.String:
		v.SetString("edited")
	case reflect.Int, reflect.Int64:
		v.SetInt(3)
	case reflect.Float64:
		v.SetFloat(0.25)
	case reflect.Bool:
		v.SetBool(true)
	default:
		panic(fmt.Sprint("a hit has a field of kind ", v.Kind()))
	}
}

var (
	timeType      = reflect.TypeFor[time.Time]()
	alignmentType = reflect.TypeFor[*answer.Alignment]()
)

// changes returns the functions that change a field, by its name.
func changes() map[string]func(hit reflect.Value) {
	all := map[string]func(reflect.Value){}
	add("", reflect.TypeFor[answer.Hit](), func(v reflect.Value) reflect.Value { return v }, all)
	return all
}

// add adds the fields of a type. at returns the value of the type in a hit. Fields of matches and
// occurrences count by themselves.
func add(name string, of reflect.Type, at func(hit reflect.Value) reflect.Value, all map[string]func(reflect.Value)) {
	for i := range of.NumField() {
		f := of.Field(i)
		here := func(v reflect.Value) reflect.Value { return at(v).Field(i) }
		switch {
		case !f.IsExported() || f.Type == alignmentType || f.Type == reflect.TypeFor[document.Reading]():
		case f.Type == reflect.TypeFor[document.Origin](), f.Type == reflect.TypeFor[answer.HitContent]():
			add(name, f.Type, here, all)
		case f.Type == reflect.TypeFor[[]answer.Match](), f.Type == reflect.TypeFor[[]index.Occurrence]():
			add(f.Name+".", f.Type.Elem(), func(v reflect.Value) reflect.Value { return first(here(v)) }, all)
		default:
			all[name+f.Name] = func(v reflect.Value) { change(here(v)) }
		}
	}
}

// first returns the first element of a slice, or the zero value of none.
func first(slice reflect.Value) reflect.Value {
	if slice.Len() == 0 {
		return reflect.New(slice.Type().Elem()).Elem()
	}
	return slice.Index(0)
}

// change sets other values below v.
func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == timeType {
			v.Set(reflect.ValueOf(time.Unix(2e9, 0)))
			return
		}
		for i := range v.NumField() {
			change(v.Field(i))
		}
	case reflect.Slice:
		change(first(v))
	case reflect.Pointer:
		if !v.IsNil() {
			change(v.Elem())
		}
	case reflect.String:
		v.SetString(changed[v.String()])
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 4)
	case reflect.Float64:
		v.SetFloat(v.Float() + 0.5)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	}
}

// changed replaces the texts of a hit.
var changed = map[string]string{
	"edited": "renamed", "generated": "minified", "/root": "/another", "git+file:///root.git": "git+file:///another.git", "https://example.org/a": "https://example.org/b",
}

// omitted has the fields that a face omits. Fields of any are in JSON, the API and JavaScript only,
// which marshal hits. Tables and details of search are text; rows of search --format vimgrep are
// editor; the site of chaffinch serve is page; the page of chaffinch web is browser; find_origin is
// assistant; findings of scan are scan.
var omitted = map[string]string{
	"any": "Containment Cosine Evident LaterVersions Matches.Duplicate Matches.Rare Matches.Weight " +
		"Occurrences.Content Occurrences.Skipped Resemblance Tokens",
	"text": "Content Equal Matches.DF Matches.Evident Matches.Imports Occurrences.LicenseFrom Occurrences.Repository Runs",
	"editor": "Adds Aligned Content Coverage DocumentCoverage Equal Explain Group HashesOnly Keyed Kind Language " +
		"Matches.DF Matches.Evident Matches.Imports Matches.Invisible Matches.Language Matches.Renames Occurrences.Author " +
		"Occurrences.Collection Occurrences.Date Occurrences.Edited Occurrences.LicenseAround " +
		"Occurrences.LicenseFrom Occurrences.LicenseInFile Occurrences.Package Occurrences.Repository " +
		"Occurrences.URL Occurrences.Votes Others Runs Shares Versions",
	"page": "Group Keyed Matches.Evident Matches.Imports Matches.Invisible Matches.Kind Matches.Language Matches.New " +
		"Matches.Renames Matches.Tokens Occurrences.Collection Occurrences.Edited Occurrences.LicenseAround " +
		"Occurrences.LicenseFrom Occurrences.LicenseInFile Occurrences.Repository Occurrences.Votes Others " +
		"Runs Shares",
	"browser": "Content DocumentCoverage Group Keyed Matches.DF Matches.Evident Matches.Imports Matches.Invisible Matches.Kind " +
		"Matches.Language Matches.New Matches.Renames Matches.Tokens Occurrences.Collection Occurrences.Edited " +
		"Occurrences.LicenseAround Occurrences.LicenseFrom Occurrences.LicenseInFile Occurrences.Repository " +
		"Occurrences.Revision Occurrences.Root Occurrences.Votes Others Runs Shares",
	"assistant": "Adds Aligned Coverage DocumentCoverage Equal Explain Group HashesOnly Keyed Language Looks " +
		"Matches.Evident Matches.Imports Matches.Invisible Matches.Kind Matches.Language Matches.New " +
		"Matches.Renames Matches.Tokens Occurrences.Collection Occurrences.Edited Occurrences.LicenseAround " +
		"Occurrences.LicenseFrom Occurrences.LicenseInFile Occurrences.Repository Occurrences.Revision " +
		"Occurrences.Root Occurrences.Votes Others SameComments Shares",
	"scan": "Adds Aligned Coverage DocumentCoverage Explain Group Kind Language Matches.Invisible " +
		"Matches.Language Matches.New Matches.Renames Others Probability SameComments Score Shares",
}
