package detect

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/order"
)

// Templates. The name of a file says the template, as a.erb, or the language around it, as the
// pages of Django and Go do: then marks in the content say the template.

// templateMark has marks of a template in files that have the name of another language.
type templateMark struct {
	hosts    string
	language string
	marks    []string
}

// templateMarks are the marks of all templates. The first that is there decides.
var templateMarks = []templateMark{
	{"HTML", "Angular", []string{" *ngIf=", " *ngFor=", "[(ngModel)]=", " [ngClass]=", "<router-outlet"}},
	{"HTML", "Mako", []string{"<%def name=", "<%inherit file=", "<%namespace ", "<%block name=", "<%page args="}},
	{"HTML", "Groovy Server Pages", []string{"<g:if", "<g:each", "<g:link", "<g:form", "<g:message", "<g:layout", "${g.", "<r:layoutResources", "<r:require ", "<asset:"}},
	{"HTML", "ASP.NET", []string{"<%@ Page ", "<%@ Control ", "<%@ Master ", "<%@ WebHandler ", "<%@ Application ", "<%@ Register ", "<asp:"}},
	{"HTML", "Classic ASP", []string{"<%@ Language=", "<%@ LANGUAGE=", "<%@LANGUAGE=", "<% Option Explicit", "Server.CreateObject(", "Response.Write", "Response.ContentType"}},
	{"HTML", "HTML+Razor", []string{"@model ", "@Html.", "@inject ", "@page \"", "@inherits ", "@foreach (var ", "@ViewBag.", "@RenderBody("}},
	{"HTML", "Blade", []string{"@extends('", "@section('", "@yield('", "@csrf", "@endforeach", "@endsection", "@endif", "{!! "}},
	{"HTML", "HEEx", []string{" :for={", " :if={", "={@", " phx-click={", "<.link ", "<.form "}},
	{"HTML", "HTML+EEX", []string{"<%= for ", "<%= if ", "<%= unless ", "Routes.", "<%= @conn", "(@conn"}},
	{"HTML", "HTML+ERB", []string{"<% end", "<%end", "<%- end"}},
	{"HTML", "Java Server Pages", []string{"<%@ page", "<%@ taglib", "<%@ include", "<%@page", "<%@taglib", "<#if ", "<#list ", "<#assign ", "<#include ", "<#import ", "<#macro ", "</#if>", "</#list>"}},
	{"HTML", "EJS", []string{"<%= ", "<%- ", "<% "}},
	{"HTML", "Handlebars", []string{"{{#if ", "{{#each ", "{{> ", "{{/if}}", "{{/each}}"}},
	{"HTML", "Astro", []string{".astro'", ".astro\"", "Astro."}},
	{"HTML", "Svelte", []string{"{#if ", "{#each ", "{#await ", "{@html ", " on:click={", " bind:value={"}},
	{"HTML", "Smarty", []string{"{foreach $", "{foreach from=", "{include file=", "{assign var=", "{* ", "{/foreach}", "{if $", "{$smarty."}},
	{"HTML", "Antlers", []string{"{{ partial:", "{{ collection:", "{{ nav:", "{{ yield:", "{{ section:", "{{ /if }}", "{{ taxonomy:", "{{ glide:", "{{? "}},
	{"HTML", "Liquid", []string{"{% assign ", "{% capture ", "{% unless ", "{% elsif ", "{% schema", "{{ content_for_", "| asset_url", "{% form '"}},
	{"HTML", "Go Template", goMarks}, {"YAML", "Go Template", goMarks[:len(goMarks)-1]},
	{"HTML YAML CSS JavaScript SQL", "Jinja", []string{"{% if ", "{% for ", "{% block ", "{% extends ", "{% include ", "{% load ", "{% set ", "{%- "}},
	{"HTML", "Vue", []string{" v-if=", " v-for=", " v-model=", " v-bind:", " v-on:", "{{"}},
}

// unnamedMarks are further marks of templates around HTML. They count where no name says that the
// file is HTML, in which some of them are text.
var unnamedMarks = []templateMark{
	{"HTML", "Svelte", []string{"{:else", "{@render ", "<svelte:", "$props()", "$state(", "$derived(", "$effect(", "export let ", " bind:", " on:", "{/if}", "{/each}", " class:"}},
	{"HTML", "HTML+Razor", []string{"@page\n", "@page\r\n", "@code {", "@code\n{", "@functions", " asp-", "@Model.", "@Html.Partial", "@using ", "@RenderSection", "@attribute [", "@onclick=", "@bind", "@(", "ViewData[", "@layout ", "@namespace ", "@if (", "@foreach (", "@rendermode", "@Assets[", "<NavLink ", "<PageTitle", "@Body", "typeof("}},
	{"HTML", "Blade", []string{"<x-", "</x-", "{{ __(", "{{ route(", "{{ asset(", "{{ config(", "{{ old(", "{{ trans(", "@props([", "@include('", "@if(", "@foreach($", "@foreach ($", "@lang(", "@push(", "@php", "{{--", "{{ $"}},
	{"HTML", "HTML+ERB", []string{"<%= render", "<%= link_to", "_path", "<%= t(", "<%= t ", "<%= t '", "<%= l(", "<%= @", "<%= yield", "<%= f.", "<%= form_", "_tag ", " do |", "<%= content_for", "<% content_for", "<%# ", "<%= h ", " => ", "<% if @", "<%= "}},
	{"HTML", "HTML+EEX", []string{"<%= for ", "<%= if ", "<%= unless ", "phx-", "<%= live_", "@socket", "@inner_block", " -> %>", "@myself", "<%= Enum."}},
	{"HTML", "EJS", []string{"{ %>", "<% }", "<%- include", "; %>", "{%>", "<%}"}},
	{"HTML", "Go Template", []string{"{{.", "{{ .", "{{ if ", "{{if ", "{{ with ", "{{with ", "{{ partial ", "{{ block ", "{{- if ", "{{- range ", "{{- end", "{{ else }}"}},
	{"HTML", "Handlebars", []string{"{{", "{{#", "{{/", "{{>", "{{else}}", "{{else ", "{{yield", "{{@", "{{this.", "{{on ", "{{t ", "{{!--", "{{outlet"}},
	{"HTML", "Liquid", []string{"{% render ", "{%- render ", "{%- assign", "{%- liquid", "{% liquid", "{%- unless", "{% endunless", "{{ page.", "{{ site.", " in site.", "{% endfor", "{{ product.", "section.settings", "block.settings", " | t }}", " | t:", "{% endschema", " | date: ", ".html %}", "{%- capture", "{{ content }}", "{{- ", " | escape"}},
	{"HTML", "Antlers", []string{"{{ partial:", "{{ collection:", "{{ nav:", "{{ section:", "{{ yield:", "{{ /"}},
	{"HTML", "Jinja", []string{"{% if ", "{% for ", "{% block ", "{% endfor", "{% endif ", "{% endblock", "{% url ", "{% trans ", "{{ _(", "{% macro ", "{% from ", "{% csrf_token", "{{ super()", " is defined", "url_for(", "|trans", "{{ path(", "{{ include(", "csrf_token(", "{% endif -", "{%- endif"}},
	{"HTML", "Vue", []string{"<script setup", "\n<template>\n", "\n<template>\r\n", "</template>\n", " @click=", " :class=", " :key=", " :to=", "defineProps", "export default {", " v-slot", " #default", " v-else", " v-show="}},
}

// templatesIn returns the two templates with the most marks in a content, and the most marks. Their
// host is HTML.
func templatesIn(head []byte) (all []*lex.Language, most int) {
	if !hasMark(head, anyTemplate) && !hasMark(head, []string{"<script", "<template>"}) {
		return nil, 0
	}
	text, found := append([]byte("\n"), head...), map[string][]string{}
	known := marksByHost()["HTML"]
	for _, t := range slices.Concat(known, unnamedMarks) {
		for _, mark := range t.marks {
			if bytes.Contains(text, []byte(mark)) {
				found[t.language] = append(found[t.language], mark)
			}
		}
	}
	counts := map[string]int{}
	for language, marks := range found {
		counts[language] = len(outermost(marks))
	}
	known = slices.DeleteFunc(slices.Clone(known), func(t templateMark) bool { return counts[t.language] == 0 })
	order.Short(known, func(a, b templateMark) int { return counts[b.language] - counts[a.language] })
	for _, t := range known[:min(len(known), 2)] {
		all, most = append(all, knownAs(t.language)), max(most, counts[t.language])
	}
	return all, most
}

// outermost returns the marks, each once, without those within another: {{ within {{#.
func outermost(marks []string) []string {
	slices.Sort(marks)
	marks = slices.Compact(marks)
	return slices.DeleteFunc(slices.Clone(marks), func(mark string) bool {
		return slices.ContainsFunc(marks, func(other string) bool { return other != mark && strings.Contains(other, mark) })
	})
}

// beginsAsTemplate reports whether a content begins with a tag, of a template or not.
func beginsAsTemplate(head []byte) bool {
	text := withoutMargin(head)
	return hasTag(head) || len(text) > 1 && (text[0] == '@' || text[0] == '<' && (lower(text[1])-'a' < 26 || text[1] == '!'))
}

// marksByHost returns templateMarks by the names of the languages around them.
var marksByHost = sync.OnceValue(func() map[string][]templateMark {
	all := map[string][]templateMark{}
	for _, t := range templateMarks {
		for host := range strings.FieldsSeq(t.hosts) {
			all[host] = append(all[host], t)
		}
	}
	return all
})

// anyTemplate are texts; each template has one of them.
var anyTemplate = []string{"{{", "{%", "<%", "<#", "*ng", " v-", "<g:", "@", "={", "{!!", "{#", "{$", "{foreach", "{/foreach}", "{include", "{*", ".astro", "Astro."}

// tags are the first characters of all marks of templates in other hosts than HTML.
var tags = []string{"{{", "{%"}

var goMarks = []string{"{{ define ", "{{define ", "{{ template ", "{{template ", "{{ range ", "{{range ", "{{- ", "{{.", "{{/*",
	"{{ end }}", "{{end}}", "{{ .", "{{ $"}

// templated returns the template of a content whose name suggests l, or l.
func templated(l *lex.Language, name string, content []byte) *lex.Language {
	if isTemplate(l) {
		if l.Name == "Smarty" && hasMark(headOf(content, detectHead), goMarks) { // Helm's
			l = knownAs("Go Template")
		}
		if l.Name == "HTML+EEX" && strings.HasSuffix(strings.ToLower(name), ".heex") {
			l = knownAs("HEEx")
		}
		return hostedBy(l, name, content)
	}
	if l.Name == "HTML" && strings.HasSuffix(strings.ToLower(name), ".component.html") {
		return knownAs("Angular")
	}
	head, marks, required := headOf(content, detectHead), marksByHost()[l.Name], anyTemplate
	if l.Name != "HTML" { // marks of others begin with a tag
		required = tags
	}
	if len(marks) == 0 || !hasMark(head, required) {
		return l
	}
	for _, t := range marks {
		if r := language.InHost(t.language, l.Name); r != nil && hasMark(head, t.marks) {
			return knownAs(r.Name)
		}
	}
	return l
}

// hasTag reports whether a content begins with a tag of a template.
func hasTag(head []byte) bool {
	text := withoutMargin(head)
	return slices.ContainsFunc([]string{"<%", "{{", "{%", "{*"}, func(mark string) bool { return bytes.HasPrefix(text, []byte(mark)) })
}

func hasMark(head []byte, marks []string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(head, []byte(mark)) })
}

// hostedBy returns the template in the language of the rest of the name: YAML for a.yml.j2. It
// returns that language for programs: Python for a.py.j2. Without a language in the name, it is
// HTML if the content has tags, or text.
func hostedBy(l *lex.Language, name string, content []byte) *lex.Language {
	if of := detectName(strings.TrimSuffix(name, path.Ext(name)), nil); of != nil {
		if r := language.InHost(l.Name, of.Name); r != nil {
			return knownAs(r.Name)
		}
		if _, wrapped := withoutWrapping(name); wrapped && of != lex.Prose || slices.Contains(ofPrograms, of.Name) && language.ByName(l.Name).HostOf == "" {
			return of
		}
	}
	if len(content) == 0 || isMarkup(headOf(content, detectHead)) {
		return l
	}
	if r := language.InHost(l.Name, lex.Prose.Name); r != nil {
		return knownAs(r.Name)
	}
	return l
}

// isMarkup reports whether a text has the end of an element, or of its tag.
func isMarkup(head []byte) bool {
	return bytes.Contains(head, []byte("</")) || bytes.Contains(head, []byte("/>")) || bytes.Contains(head, []byte("<br")) ||
		bytes.Contains(head, []byte("<p>")) || bytes.Contains(head, []byte("<!--"))
}

// hasFront reports whether a content begins with a part in another language, as the template's may.
func hasFront(t *lex.Language, content []byte) bool {
	return language.ByName(t.Name).Front != "" && bytes.HasPrefix(withoutMargin(headOf(content, detectHead)), []byte("---"))
}

// innerOf returns the language of a template's name without its extension, or nil: Python for
// settings.py.j2.
func innerOf(name string) *lex.Language {
	return detectName(strings.TrimSuffix(baseName(name), path.Ext(name)), nil)
}

// holdsTag reports whether a content holds marks of the template, and markup. A template in text,
// whose name has a further extension, needs no markup: nginx.conf.j2. Single brackets, and other
// marks that programs have, count only with markup.
func holdsTag(t *lex.Language, name string, head []byte) bool {
	row := language.ByName(t.Name)
	inText := row.Host == lex.Prose.Name && strings.Contains(strings.TrimSuffix(baseName(name), path.Ext(name)), ".")
	if inText || hasMarkupLine(head) {
		marks := strings.Fields(row.Tags)
		for i := 0; i+1 < len(marks); i += 2 {
			_, after, ok := bytes.Cut(head, []byte(marks[i]))
			if ok && (len(marks[i]) > 1 || !inText) && bytes.Contains(after, []byte(marks[i+1])) {
				return true
			}
		}
	}
	return holdsDirective(row.Directives, head)
}

// hasMarkupLine reports whether a line begins with a tag. Lines of programs do not.
func hasMarkupLine(head []byte) bool {
	for line := range bytes.Lines(head) {
		text := bytes.TrimLeft(line, " \t")
		if len(text) > 1 && text[0] == '<' && (text[1] == '/' || lower(text[1])-'a' < 26) {
			return true
		}
	}
	return false
}

// holdsDirective reports whether a line begins with @ and a word of the list, as in Row.Directives.
// Any word counts if the list says so and there is markup.
func holdsDirective(list string, head []byte) bool {
	if list == "" {
		return false
	}
	any := strings.Contains(list, "*.") && hasMarkupLine(head)
	for line := range bytes.Lines(head) {
		text := bytes.TrimLeft(line, " \t")
		if len(text) == 0 || text[0] != '@' {
			continue
		}
		word := string(text[1:wordEndAt(text, 1)])
		for item := range strings.FieldsSeq(list) {
			if word != "" && (any || item[:len(item)-1] == word) {
				return true
			}
		}
	}
	return false
}

// hostOf returns the language that a template looks like: its host, or HTML.
func hostOf(l *lex.Language) *lex.Language {
	if host := knownAs(language.ByName(l.Name).Host); host != nil && host != lex.Prose {
		return host
	}
	return knownAs("HTML")
}

// isTemplate reports whether a language is code between tags in another language.
func isTemplate(l *lex.Language) bool { return language.ByName(l.Name).Tags != "" }
