package detect

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The name says the template, the rest of the name or the content the language around it, and marks
// in pages say a template that the name does not.
func TestLanguage_Templates(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"a.html.erb", "<p><%= b %></p>\n", "HTML+ERB"}, {"a.erb", "<p><%= b %></p>\n", "HTML+ERB"}, {"a.erb", "b = <%= c %>;\n", "Text+ERB"},
		{"a.js.erb", "f(<%= b %>);\n", "JavaScript+ERB"}, {"a.yml.erb", "b: <%= c %>\n", "YAML+ERB"},
		{"a.yml.j2", "b: {{ c }}\n", "YAML+Jinja"}, {"nginx.conf.j2", "listen {{ port }};\n", "Text+Jinja"}, {"a.sh.j2", "b={{ c }}\n", "Shell+Jinja"},
		{"a.py.j2", "{% if b %}\nc = {{ d }}\n{% endif %}\n", "Python"}, {"a.rb.erb", "b = <%= c %>\n", "Ruby"},
		{"a.html.j2", "{{ b }}\n", "Jinja"}, {"a.twig", "<b>{{ c }}</b>\n", "Jinja"}, {"a.liquid", "<b>{{ c }}</b>\n", "Liquid"},
		{"a.cshtml", "<b>@c</b>\n", "HTML+Razor"}, {"a.razor", "<b>@c</b>\n", "HTML+Razor"}, {"a.jsp", "<b><%= c %></b>\n", "Java Server Pages"},
		{"a.blade.php", "<b>{{ $c }}</b>\n", "Blade"}, {"a.hbs", "<b>{{c}}</b>\n", "Handlebars"}, {"a.mustache", "<b>{{c}}</b>\n", "Handlebars"},
		{"a.ejs", "<b><%= c %></b>\n", "EJS"}, {"a.html.eex", "<b><%= c %></b>\n", "HTML+EEX"}, {"a.html.heex", "<b>{c}</b>\n", "HEEx"}, {"a.mako", "<b>${c}</b>\n", "Mako"}, {"a.conf.mako", "b ${c}\n", "Text+Mako"}, {"a.ecr", "<b><%= c %></b>\n", "HTML+ECR"},
		{"a.gohtml", "<b>{{ .C }}</b>\n", "Go Template"}, {"a.html.tmpl", "<b>{{ .C }}</b>\n", "Go Template"}, {"a.yaml.tmpl", "b: {{ .C }}\n", "YAML+Go Template"},
		{"a.go.tmpl", "package {{ .C }}\n", "Go"}, {"_helpers.tpl", "{{- define \"a\" -}}b{{- end -}}\n", "Text+Go Template"}, {"a.tpl", "<b>{$c}</b>\n", "Smarty"},
		{"a.vue", "<b>{{ c }}</b>\n", "Vue"}, {"a.svelte", "<b>{c}</b>\n", "Svelte"}, {"a.astro", "<b>{c}</b>\n", "Astro"}, {"a.component.html", "<b></b>\n", "Angular"},
		{"a.html", "<b *ngIf=\"c\">d</b>\n", "Angular"}, {"a.html", "{% extends \"b\" %}<b>c</b>\n", "Jinja"}, {"a.html", "<b>{{ .C }}</b>\n", "Go Template"},
		{"a.html", "<b v-if=\"c\">d</b>\n", "Vue"}, {"a.html", "<b>c</b>\n", "HTML"},
		{"a.html", "<%inherit file=\"b\"/><b>${c}</b>\n", "Mako"}, {"a.html", "<g:if test=\"${b}\">c</g:if>\n", "Groovy Server Pages"},
		{"a.html", "<%@ Page Language=\"C#\" %><b>c</b>\n", "ASP.NET"}, {"a.html", "<%@ Language=\"VBScript\" %><b>c</b>\n", "Classic ASP"},
		{"a.html", "@model B\n<b>@c</b>\n", "HTML+Razor"}, {"a.html", "@extends('b')\n<b>{{ $c }}</b>\n", "Blade"}, {"a.html", "<b :for={c <- @d}>{c}</b>\n", "HEEx"},
		{"a.html", "<%= for b <- @c do %><b>c</b><% end %>\n", "HTML+EEX"}, {"a.html", "<% b.each do |c| %><b>c</b><% end %>\n", "HTML+ERB"},
		{"a.html", "{#each b as c}<b>{c}</b>{/each}\n", "Svelte"}, {"a.html", "{{#each b}}<b>{{c}}</b>{{/each}}\n", "Handlebars"},
		{"a.html", "{foreach $b as $c}<b>{$c}</b>{/foreach}\n", "Smarty"}, {"a.html", "{{ partial:b }}<b>{{ c }}</b>\n", "Antlers"},
		{"a.html", "{% assign b = 1 %}<b>{{ c }}</b>\n", "Liquid"}, {"a.html", "<p>Mail me @b, or {c} = {d}</p>\n", "HTML"}, {"a.yaml", "b: {{ .Values.c }}\n", "YAML+Go Template"}, {"a.yaml", "b: \"{{ c }}\"\n", "YAML"},
		{"a.gsp", "<b>${c}</b>\n", "Groovy Server Pages"}, {"a.aspx", "<b><%= C %></b>\n", "ASP.NET"}, {"a.asp", "<b><%= C %></b>\n", "Classic ASP"},
		{"a.php", "<b><?= $c ?></b>\n", "PHP"}, {"a.latte", "<b>{$c}</b>\n", "Smarty"}, {"", "<ul>\n{% for a in b %}\n<li>{{ a }}</li>\n{% endfor %}\n</ul>\n", "Jinja"},
	} {
		if got := Language(c.name, []byte(c.content)).Name; got != c.want {
			t.Errorf("%s is %s, want %s:\n%s", c.name, got, c.want, c.content)
		}
	}
}

// Of contents without a name, the template with the most marks is the first guess. Marks that
// several templates have make all of them guesses.
func TestCandidates_Templates(t *testing.T) {
	for content, want := range map[string]string{
		"<Modal @open={{this.open}}>\n  {{#if @name}}<b>{{@name}}</b>{{/if}}\n</Modal>\n":                                                       "Handlebars",
		"<script setup lang=\"ts\">\nimport { a } from 'b'\nconst c = defineProps<{ d: string }>()\n</script>\n<template>\n<a/>\n</template>\n": "Vue",
		"<div>\n  @foreach ($users as $user)\n    <p>{{ $user->name }}, {{ __('Edit') }}</p>\n  @endforeach\n</div>\n":                          "Blade",
		"@using A.B\n@inject C D\n@page \"/e\"\n\n<h1>@D.Name</h1>\n@code {\n    private int f;\n    void G() { f++; }\n}\n":                    "HTML+Razor",
		"<p><%= link_to @user.name, user_path(@user) %></p>\n<%= render 'form', user: @user %>\n":                                               "HTML+ERB",
		"<% users.forEach(function (user) { %>\n<li><%= user.name %></li>\n<% }) %>\n":                                                          "EJS",
		"<script>\n  let { a } = $props();\n  let b = $derived(a * 2);\n</script>\n{@render c(b)}\n<p>{b}</p>\n":                                "Svelte",
		"<div>{%- assign a = section.settings.b -%}\n<p>{{ a | escape }}</p>\n{% render 'c' %}</div>\n":                                         "Liquid",
		"<#list a as b>\n<p>${b.c}</p>\n</#list>\n":                                                                                             "Java Server Pages",
		"<ul>\n{% for a in site.b %}\n<li>{{ a.c }}</li>\n{% endfor %}\n</ul>\n":                                                                "Liquid",
		"<ul>{{ range .Pages }}<li>{{ .Title }}</li>{{ end }}</ul>\n":                                                                           "Go Template",
	} {
		if got := Candidates("", []byte(content), 3); got[0].Name != want {
			t.Errorf("%v, want %s:\n%s", got, want, content)
		}
	}
	if got := Candidates("", []byte("<p>{{ a }}</p>\n"), 3); !slices.Contains(got, knownAs("Vue")) || !slices.Contains(got, knownAs("Handlebars")) || !slices.Contains(got, knownAs("HTML")) {
		t.Errorf("an ambiguous mark: %v", got)
	}
	for _, content := range []string{"<p>Write {% if x %} in it.</p>\n", "<p>Mail {{#x}} me.</p>\n", "<p>{{ partial:x }}</p>\n", "<p><%= for x %></p>\n", "<p>{{ .x }}</p>\n"} {
		if all, most := templatesIn([]byte(content)); most != 1 {
			t.Errorf("one mark counts %d times for %v: %s", most, all, content)
		}
	}
	if got := Candidates("", []byte("<p>Mail me: <a href=\"mailto:b@c.d\">b</a></p>\n<script>f({a: {b: 1}})</script>\n"), 3); got[0].Name != "HTML" {
		t.Errorf("a page: %v", got)
	}
}

// The fixture of each template is in it under its name.
func TestLanguage_TemplatesByExtension(t *testing.T) {
	for _, l := range slices.DeleteFunc(lex.Languages(), func(l *lex.Language) bool { return !isTemplate(l) }) {
		if language.ByName(l.Name).HostOf != "" {
			continue
		}
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		name := "a" + l.Extension()
		switch l.Name {
		case "Angular":
			name = "a.component.html"
		case "HEEx":
			name = "a.html.heex"
		}
		if got := Language(name, content); got != l {
			t.Errorf("%s of %s is read as %s", filepath.Base(fixturePath(l)), strings.TrimPrefix(name, "a"), got)
		}
	}
}

// A template is one whatever its code looks like, if it has a template's marks.
func TestLanguage_TemplatesThatAreMostlyCode(t *testing.T) {
	body := map[string]string{}
	for _, name := range []string{"C#", "PHP", "C++", "TypeScript", "Java", "Ruby"} {
		l, _ := lex.Lookup(name)
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		body[name] = strings.TrimPrefix(string(content), "<?php")
		plain := "a" + map[string]string{"C#": ".cshtml", "PHP": ".jsp", "C++": ".hbs", "TypeScript": ".ejs", "Java": ".cshtml", "Ruby": ".jsp"}[name]
		if got := Language(plain, content); name != "PHP" && got != l {
			t.Errorf("%s named %s is read as %s", name, plain, got)
		}
	}
	for _, c := range []struct{ name, content, want string }{
		{"a.razor", "@page \"/a\"\n@code {\n" + body["C#"] + "}\n", "HTML+Razor"},
		{"a.cshtml", "@{\n" + body["C#"] + "}\n<p>@a</p>\n", "HTML+Razor"},
		{"a.blade.php", "@php\n" + body["PHP"] + "@endphp\n<p>{{ $a }}</p>\n", "Blade"},
		{"a.conf.j2", "a {{ b }};\n" + body["C++"], "Text+Jinja"},
		{"a.erb", "<%\n" + body["Ruby"] + "%>\n<p><%= a %></p>\n", "HTML+ERB"},
		{"a.jsp", "<%!\n" + body["Java"] + "%>\n<p>${a}</p>\n", "Java Server Pages"},
		{"a.ejs", "<% \n" + body["TypeScript"] + "%>\n<p><%= a %></p>\n", "EJS"},
	} {
		if got := Language(c.name, []byte(c.content)).Name; got != c.want {
			t.Errorf("%s is %s, want %s", c.name, got, c.want)
		}
	}
}

// In a class, too, a page with an open tag of PHP is PHP, whatever its scripts look like.
func TestUntrusted_PagesOfPHP(t *testing.T) {
	for _, name := range []string{"Scala", "TypeScript", "JavaScript", "Java"} {
		l, _ := lex.Lookup(name)
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		if got := Untrusted("a.php", content); got.Name == "PHP" {
			t.Errorf("%s named a.php is read as PHP", name)
		}
		for _, tag := range []string{"<?php f($a); ?>\n", "<?= $a ?>\n"} {
			if got := Untrusted("a.php", []byte(string(content)+tag)); got.Name != "PHP" {
				t.Errorf("a page with a script in %s is read as %s", name, got)
			}
		}
	}
}

// Tags are looked for first, because most files have none.
func TestTemplates_OfOtherHostsHaveATag(t *testing.T) {
	for host, all := range marksByHost() {
		for _, of := range all {
			for _, mark := range of.marks {
				if host != "HTML" && !hasMark([]byte(mark), tags) {
					t.Errorf("%s in %s: %q has no tag", of.language, host, mark)
				}
			}
		}
	}
}
