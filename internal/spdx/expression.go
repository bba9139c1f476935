// Package spdx has the algebra of SPDX expressions (SPDX 2.3, annex D), without the data of
// licences.
package spdx

import (
	"slices"
	"strings"
)

// And returns the expression for files under all the licences. It names each once.
func And(all ...string) string { return join("AND", all) }

// Or returns the expression for files under any of the licences. It names each once.
func Or(all []string) string { return join("OR", all) }

func join(operator string, all []string) string {
	var parts []string
	for _, l := range all {
		l = Simple(l)
		same := []string{l}
		if operator == "OR" || len(Split(l, "OR")) == 1 { // AND binds tighter
			same = Split(l, operator)
		}
		for _, p := range same {
			p = Unwrap(p)
			parts = appendOnce(parts, p)
		}
	}
	if operator == "AND" && len(parts) > 1 {
		for i, p := range parts {
			if len(Split(p, "OR")) > 1 {
				parts[i] = "(" + p + ")"
			}
		}
	}
	return strings.Join(parts, " "+operator+" ")
}

// appendOnce appends a licence to others if it is not there. Of an outdated identifier and a
// current one, such as GPL-2.0 and GPL-2.0-only, only the current one stays.
func appendOnce(all []string, p string) []string {
	for i, q := range all {
		switch {
		case strings.EqualFold(p, q), Outdated(p, q):
			return all
		case Outdated(q, p):
			all[i] = p
			return all
		}
	}
	return append(all, p)
}

// Outdated reports whether an identifier is the outdated one of another. GPL-2.0 says less than
// GPL-2.0-only and GPL-2.0-or-later, and GPL-2.0+ is the latter.
func Outdated(old, current string) bool {
	old, current = strings.ToLower(old), strings.ToLower(current)
	if plain, later := strings.CutSuffix(old, "+"); later {
		return current == plain+"-or-later"
	}
	return current == old+"-only" || current == old+"-or-later"
}

// mostSimple bounds the bytes of an expression that is taken apart. Sources may state longer ones.
const mostSimple = 2000

// Simple returns an expression that names each licence once, as far as one operator joins them.
func Simple(l string) string {
	if len(l) > mostSimple {
		return l
	}
	l = Unwrap(l)
	for _, operator := range []string{"OR", "AND"} {
		if parts := Split(l, operator); len(parts) > 1 {
			return join(operator, parts)
		}
	}
	return l
}

// Split cuts an expression at an operator outside parentheses.
func Split(l, operator string) (parts []string) {
	if len(l) > mostSimple {
		return []string{l}
	}
	operator = " " + operator + " "
	depth, from := 0, 0
	for i := range len(l) {
		switch {
		case l[i] == '(':
			depth++
		case l[i] == ')':
			depth--
		case depth == 0 && i >= from && strings.HasPrefix(l[i:], operator):
			parts = append(parts, l[from:i])
			from = i + len(operator)
		}
	}
	return append(parts, l[from:])
}

// Unwrap removes the parentheses around all of an expression.
func Unwrap(l string) string {
	for strings.HasPrefix(l, "(") && len(l) <= mostSimple {
		depth, end := 0, 0
		for i := range len(l) {
			if l[i] == '(' {
				depth++
			} else if l[i] == ')' {
				depth--
			}
			if end = i; depth == 0 {
				break
			}
		}
		if depth != 0 || end != len(l)-1 {
			break
		}
		l = strings.TrimSpace(l[1:end])
	}
	return l
}

// mostAlternatives bounds the alternatives of an expression.
const mostAlternatives = 64

// Alternatives returns the ways in which an SPDX expression lets one choose. Each way has the
// licences that apply together, with their exceptions. An empty or very long expression is one
// unknown licence, "".
func Alternatives(expression string) [][]string {
	if id := strings.TrimSpace(expression); id != "" && len(id) <= mostSimple && !strings.ContainsAny(id, " (") {
		return [][]string{{id}}
	}
	expression = Unwrap(strings.TrimSpace(expression))
	if expression == "" || len(expression) > mostSimple {
		return [][]string{{""}}
	}
	if parts := Split(expression, "OR"); len(parts) > 1 {
		var all [][]string
		for _, p := range parts {
			all = append(all, Alternatives(p)...)
		}
		return all[:min(len(all), mostAlternatives)]
	}
	parts := Split(expression, "AND")
	if len(parts) == 1 {
		return [][]string{{expression}}
	}
	all := [][]string{nil}
	for _, p := range parts {
		var joined [][]string
		for _, before := range all {
			for _, next := range Alternatives(p) {
				joined = append(joined, slices.Concat(before, next))
			}
		}
		if len(joined) > mostAlternatives {
			return [][]string{{""}}
		}
		all = joined
	}
	return all
}

// Conflict reports whether a file states a licence that its project does not have.
func Conflict(own, project string) bool {
	if own == "" || project == "" {
		return false
	}
	var all []string
	for _, alternative := range Alternatives(project) {
		all = append(all, alternative...)
	}
	for _, alternative := range Alternatives(own) {
		for _, id := range alternative {
			if !slices.ContainsFunc(all, func(of string) bool {
				return strings.EqualFold(of, id) || Outdated(of, id) || Outdated(id, of) || strings.HasPrefix(id, of+" WITH ")
			}) {
				return true
			}
		}
	}
	return false
}
