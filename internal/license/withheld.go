package license

import (
	"bytes"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A few words restrict what others may do without a word about licences: internal use only,
// vertraulich. A head with them and no licence is unknown. The lists will never be complete.

// Withheld are such words, in small letters.
var Withheld = append(restricted[:len(restricted):len(restricted)], unlessInterface...)

var restricted = []string{
	"not for resale", "not for sale", "may not be sold", "not be resold", "evaluation copy", "evaluation version", "evaluation during", "trial period", "trial version", "trial copy",
	"inside the company", "outside the company", "leave the company", "within the company", "company use only", "free for students", "only for students", "for students and", "contact sales",
	"ask me first", "ask me before", "ask before using", "may look at this", "agreement you", "to the agreement", "under the agreement", "copying is theft", "eyes only",
	"use requires a contract", "requires a paid", "decompiled from", "restricted use", "limited rights", "not to be shared", "not to be published", "keep this secret", "cannot host", "sole copyright owner", "not to be used outside ", "company private", "strictly private", "subject to nda", "employees may use", "no ai training", "not be used to train", "nuclear facilit", "by the military", "use this file only on", "not be used commercially", "unlicensed.", "cc by-nc", "cc-by-nc", "cc by-nd", "cc-by-nd", "provided for evaluation", "numerical recipes software",
	"for terms of use", "see the terms of use", "conditions of use see", "conditions of use, see", "terms at http", "terms at <http", "terms and conditions at http", "terms of use at http", "terms of use: http", "terms: http",
	"closed source", "closed-source", "not open source", "not open-source", "not free software", "export controlled", "export-controlled", "only for members", "for members only", "restricted rights", "license required", "licence required", "gpl2+", "gpl3+", "g.p.l", "nach rücksprache",
	"not for redistribution", "single-site license", "themeforest", "codecanyon", "with link back", "attribution required", "proprietary algorithm", "employees only", "noforn", "tlp:amber", "tlp:red", "by customers of", "requires enterprise", "for paying customers", "decompiled with",
	"freeware", "postcardware", "donationware", "charityware", "careware", "nagware", "authorized users only", "authorised users only", "authorized personnel only", "authorised personnel only", "do not share outside", "supplied under contract", "itar controlled", "with written consent",
	"rights: see", "legal: see", "terms: ask", "copyright: see", "for copyright see", "patches and license",
	"vertraulich", "ichtkommerziel", "icht-kommerziel", "icht kommerziel", "ür kommerziel", "uer kommerziel", "kommerzielle nutzung", "kommerzielle verwendung", "gewerblich", "nternen gebrauch", "nterner gebrauch", "nterne nutzung",
	"nterne verwendung", "dienstgebrauch", "rivaten gebrauch", "rivatgebrauch", "icht weitergeben", "nverkäuflich", "eschäftsgeheim", "igentum der ", "igentum von ", "rheberrechtlich geschützt", "zum verkauf",
	"confidentiel", "ne pas diffuser", "ne pas distribuer", "ne pas divulguer", "usage interne", "usage privé", "usage personnel", "usage non commercial", "diffusion restreinte", "la propriété de la société", "la licence ",
	"riservato.", "riservata.", "riservato e ", "uso interno", "uso personale", "non distribuire", "non divulgare", "non commerciale",
	"confidencial", "uso exclusivo", "no distribuir", "não distribuir", "es propiedad de", "é propriedade de", "uso personal", "uso pessoal", "no comercial",
	"vertrouwelijk", "intern gebruik", "niet verspreiden", "eigendom van", "poufne", "důvěrn", "fortrolig", "konfidentiell", "luottamuksell",
	"конфиденциальн", "для внутреннего", "коммерческ", "社外秘", "秘密", "机密", "機密", "内部使用", "内部资料", "대외비",
}

var allRestricted = NewTexts(restricted...)

// unlessInterface are words about restrictions that also say how to call a function.
var unlessInterface = []string{"internal use", "only be used with", "only be used together", "only be used in conjunction", "not be passed on", "under nda", "for use with "}

// ofInterface are words beside them that say so.
var ofInterface = hashes("header", "include", "included", "api", "apis", "module", "class", "function", "method", "macro", "call", "called", "caller", "import", "imported", "subclass", "interface", "helper", "variable",
	"struct", "type", "define", "constant", "argument", "option", "flag", "test", "package", "directly", "command", "library", "field", "plugin", "routine", "depend", "public", "stable", "hardware", "documentation", "datasheet", "specification")

var (
	// forUseOnly matches For use with Acme devices only, and what only customers have.
	forUseOnly = lazyregexp.New(`(?i)\bfor use with [^.]{1,40} only\b|\ban? (?:valid|paid|active|commercial|enterprise)(?: [\w-]+){0,2} subscription(?:[.,;]|$| (?:is (?:required|needed)|to use|agreement))|\bsubscription agreement\b|\b(?:support contract|paying customers|subscribers) (?:may|only)\b|\bnda\b`)
	// inForUse are in each of its matches.
	inForUse = NewTexts("for use with ", "subscri", "support contract", "paying customers", "nda")
	// propertyOf matches a sentence that begins with the owner.
	propertyOf = lazyregexp.New(`(?:^|[.!\n] *)(?i:property of) (?:the )?\p{Lu}`)
)

// withheld reports whether a text with these words has words of restrictions.
func withheld(said []byte, words []word) bool {
	text := bytes.Join(bytes.Fields(bytes.ToLower(said)), []byte(" "))
	has := func(words string) bool { return bytes.Contains(text, []byte(words)) }
	if allRestricted.In(text) || has("property of") && propertyOf.Match(said) {
		return true
	}
	isCode := slices.ContainsFunc(words, func(w word) bool { return ofInterface.has(w.hash) })
	return !isCode && (slices.ContainsFunc(unlessInterface[:len(unlessInterface)-1], has) || inForUse.In(text) && forUseOnly.Match(text))
}
