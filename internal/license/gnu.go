package license

import (
	"bytes"
	"sync"
)

// The names of GNU's licences are read by rules. They are written in many ways, with versions in
// many places: "GNU General Public License as published by the Free Software Foundation; either
// version 2, or (at your option) any later version", "GPLv2+", "the GNU LGPL, version 2.1".

// gnuNames are what the licences are called, without GNU and the word license.
var gnuNames = []struct {
	words  []uint32
	family string
}{
	{hashList("lesser", "general", "public"), "LGPL"},
	{hashList("library", "general", "public"), "LGPL"},
	{hashList("library", "or", "lesser", "general", "public"), "LGPL"},
	{hashList("lesser", "gpl"), "LGPL"},
	{hashList("library", "gpl"), "LGPL"},
	{hashList("affero", "general", "public"), "AGPL"},
	{hashList("affero", "gpl"), "AGPL"},
	{hashList("affero", "public"), "AGPL"},
	{hashList("free", "documentation"), "GFDL"},
	{hashList("general", "public"), "GPL"},
	{hashList("public"), "GPL"}, // only after GNU
	{hashList("lgpl"), "LGPL"}, {hashList("agpl"), "AGPL"}, {hashList("gpl"), "GPL"}, {hashList("gfdl"), "GFDL"}, {hashList("fdl"), "GFDL"},
}

// glued are abbreviations with their versions in one word.
var glued = sync.OnceValue(func() map[uint32][2]string {
	all := map[uint32][2]string{}
	for _, family := range []string{"gpl", "lgpl", "agpl"} {
		for _, v := range []string{"2", "2.1", "3", "2.0", "3.0"} {
			for _, between := range []string{"", "v"} {
				all[hashOf(family+between+v)] = [2]string{map[string]string{"gpl": "GPL", "lgpl": "LGPL", "agpl": "AGPL"}[family], v}
			}
		}
	}
	return all
})

var (
	hashGNU   = hashOf("gnu")
	gnuNumber = map[uint32]string{hashOf("1"): "1.0", hashOf("2"): "2.0", hashOf("2.1"): "2.1", hashOf("3"): "3.0", hashOf("two"): "2.0", hashOf("three"): "3.0", hashOf("1.1"): "1.1", hashOf("1.2"): "1.2", hashOf("1.3"): "1.3"}
	gnuLater  = hashes("later", "newer", "above", "greater",
		"higher", "subsequent", "upward", "onwards", "up")
	gnuBefore                                     = listedWords("gnuBefore")
	gnuAfter                                      = listedWords("gnuAfter")
	gnuOnly                                       = hashes("only", "exclusively")
	hashAny, hashVersion, hashInc, hashV, hashVer = hashOf("any"), hashOf("version"), hashOf("inc"), hashOf("v"), hashOf("ver")
	hashOr                                        = hashOf("or")
)

// beginsGNU has the first words of names.
var beginsGNU = sync.OnceValue(func() *table[bool] {
	all := map[uint32]bool{hashGNU: true}
	for h := range glued() {
		all[h] = true
	}
	for _, name := range gnuNames {
		all[name.words[0]] = true
	}
	return newTable(all)
})

func hashList(all ...string) (list []uint32) {
	for _, w := range all {
		list = append(list, hashOf(w))
	}
	return list
}

// gnuName is the name of a licence of GNU in a text.
type gnuName struct {
	family   string
	versions []string // none if the text does not say
	later    bool     // or any later one
	only     bool     // the text says only
	to       int      // the word after it
}

// readGNU reads a name that begins at a word.
func readGNU(text []byte, words []word, at int) (n gnuName, ok bool) {
	i := at
	after := words[i].hash == hashGNU
	if _, begins := beginsGNU().get(words[i].hash); !begins {
		return n, false
	}
	if after {
		i++
	}
	if i < len(words) {
		if g, is := glued()[words[i].hash]; is {
			n = gnuName{family: g[0], versions: []string{gnuNumber[hashOf(g[1])]}, to: i + 1}
			n.later = plus(text, words[i])
			n.tail(text, words, i+1)
			return n, true
		}
	}
	for _, name := range gnuNames {
		if len(name.words) == 1 && name.words[0] == gnuNames[10].words[0] && !after {
			continue
		}
		if hasWords(words[i:], name.words) {
			n = gnuName{family: name.family, to: i + len(name.words)}
			n.tail(text, words, n.to)
			return n, true
		}
	}
	return n, false
}

func hasWords(words []word, want []uint32) bool {
	if len(words) < len(want) {
		return false
	}
	for i, h := range want {
		if words[i].hash != h {
			return false
		}
	}
	return true
}

// plus reports whether a plus follows a word.
func plus(text []byte, w word) bool { return int(w.end) < len(text) && text[w.end] == '+' }

// atLeast reports whether a word is a lower bound, as in GPL (>= 2).
func atLeast(text []byte, w word) bool {
	before := bytes.TrimRight(text[:w.start], " ")
	return bytes.HasSuffix(before, []byte(">=")) || bytes.HasSuffix(before, []byte("≥"))
}

// mostTail bounds the words after a name that say its version.
const mostTail = 24

// tail reads what follows the name from a word on.
func (n *gnuName) tail(text []byte, words []word, at int) {
	or := false
	own := hashOf(n.family)
	for i := at; i < min(len(words), at+mostTail); i++ {
		w := words[i]
		number, isNumber := gnuNumber[w.hash]
		isNumber = isNumber && !(n.family != "GFDL" && (number == "1.1" || number == "1.2" || number == "1.3"))
		switch {
		case isNumber && (len(n.versions) == 0 || or && !n.later):
			n.versions = append(n.versions, number)
			n.later = plus(text, w) || atLeast(text, w)
			n.to, or = i+1, false
		case len(n.versions) > 0 && gnuLater.has(w.hash) && (or || n.later):
			n.later, n.to = true, i+1
			if i+1 < len(words) && words[i+1].hash == hashVersion {
				n.to = i + 2
			}
			return
		case gnuOnly.has(w.hash) && len(n.versions) > 0:
			n.to, n.only = i+1, true
			return
		case len(n.versions) == 0 && (gnuBefore.has(w.hash) || w.hash == own):
			if w.hash == hashLicense || w.hash == own {
				n.to = i + 1
			}
		case len(n.versions) > 0 && (gnuAfter.has(w.hash) || w.hash == own):
			or = or || w.hash == hashOr || w.hash == hashAnd || w.hash == hashAny
		default:
			return
		}
		if len(n.versions) > 0 && endsSentence(text, w) {
			return
		}
		if len(n.versions) == 0 && endsSentence(text, w) && w.hash != hashInc && w.hash != hashV && w.hash != hashVer {
			return
		}
	}
}

// license returns the expression for a name. The result is empty if the text does not say a
// version.
func (n gnuName) license() string {
	end := "-only"
	if n.later {
		end = "-or-later"
	}
	license := ""
	for _, v := range n.versions {
		if n.family == "LGPL" && v == "1.0" || n.family == "AGPL" && (v == "2.0" || v == "2.1") || n.family == "GPL" && v == "2.1" {
			return ""
		}
		if license != "" {
			license += " OR "
		}
		license += n.family + "-" + v + end
	}
	return license
}
