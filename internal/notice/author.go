package notice

import (
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

const (
	mostAuthors = 8
	mostAuthor  = 120 // bytes of one
)

// authors joins the authors of a package, at most eight, each once. An author is a name, an address
// or Name <address>.
func authors(all ...string) string {
	var kept []string
	for _, a := range all {
		a = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) || r == ';' || r == unicode.ReplacementChar {
				return ' '
			}
			return r
		}, strings.ToValidUTF8(a, " "))), " ")
		if a != "" && len(a) <= mostAuthor && len(kept) < mostAuthors && !slices.Contains(kept, a) {
			kept = append(kept, a)
		}
	}
	return strings.Join(kept, "; ")
}

// person returns an author by a name and an address. One of them may be empty.
func person(name, address string) string {
	name, address = strings.TrimSpace(name), strings.TrimSpace(address)
	switch {
	case address == "":
		return name
	case name == "":
		return address
	}
	return name + " <" + address + ">"
}

// page is the address of a page behind an author in package.json.
var page = lazyregexp.New(`\s*\([^()]*\)\s*$`)

// jsonAuthor returns an author that is a text or an object with name and email.
func jsonAuthor(one any) string {
	switch a := one.(type) {
	case string:
		return page.ReplaceAllString(a, "")
	case map[string]any:
		name, _ := a["name"].(string)
		address, _ := a["email"].(string)
		return person(name, address)
	}
	return ""
}

// jsonAuthors returns the authors in a list.
func jsonAuthors(list any) string {
	all, _ := list.([]any)
	var texts []string
	for _, one := range all {
		texts = append(texts, jsonAuthor(one))
	}
	return authors(texts...)
}

// pythonAuthors returns the authors by the fields Author and Author-email of METADATA.
func pythonAuthors(names, addresses string) string {
	for _, text := range []*string{&names, &addresses} {
		if strings.EqualFold(*text, "unknown") { // of old tools
			*text = ""
		}
	}
	if list, err := mail.ParseAddressList(addresses); err == nil && (len(list) != 1 || list[0].Name != "" || names == "") {
		var all []string
		for _, a := range list {
			all = append(all, person(a.Name, a.Address))
		}
		return authors(all...)
	}
	if strings.ContainsAny(names, ",<") || strings.ContainsAny(addresses, ",<") {
		return authors(names)
	}
	return authors(person(names, addresses))
}
