// Package tomltext decodes TOML that others wrote, and refuses texts that take long.
//
// The decoder of go-toml looks for a key among all keys behind its table, to refuse one that is
// there twice. That takes hours for a file of 64 MB with as many tables as it has room for.
package tomltext

import (
	"errors"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// mostLooks bounds the keys that the decoder looks at, which takes one to three seconds. A lock
// file of 3,000 packages, with the hashes of all in one table, takes 200 million.
const mostLooks = 1_000_000_000

var errTooManyKeys = errors.New("toml: it has too many keys or tables")

// Unmarshal is [toml.Unmarshal] for texts that [Check] accepts.
func Unmarshal(content []byte, into any) error {
	if err := Check(content); err != nil {
		return err
	}
	return toml.Unmarshal(content, into)
}

// Check returns an error if decoding would take too long. It does not find other errors.
func Check(content []byte) error {
	var c counter
	before := 0 // keys before the array
	array := "" // that the table is in: its next table forgets the keys of this one
	p := unstable.Parser{}
	p.Reset(content)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.KeyValue {
			isArray := e.Kind == unstable.ArrayTable && e.Child().Next() == nil
			switch name := string(e.Child().Data); {
			case name == array && isArray:
				c.keys = before
			case name == array:
			case isArray:
				array, before = name, c.keys
			default:
				array = ""
			}
		}
		c.looks += c.pair(e) * c.keys
		if c.looks > mostLooks {
			return errTooManyKeys
		}
	}
	return nil
}

// counter counts keys, and those that the decoder looks at.
type counter struct{ keys, looks int }

// pair counts the keys of a line, a.b.c = {d = 1}. It returns how many are before the value.
func (c *counter) pair(n *unstable.Node) (parts int) {
	for child := n.Child(); child.Valid(); child = child.Next() {
		if child.Kind == unstable.Key {
			parts++
		} else {
			c.value(child)
		}
	}
	c.keys += parts
	return parts
}

// value counts the keys in a value.
func (c *counter) value(n *unstable.Node) {
	before, own := c.keys, 0
	for child := n.Child(); child.Valid(); child = child.Next() {
		if n.Kind == unstable.InlineTable {
			own += c.pair(child)
		} else {
			c.value(child)
		}
	}
	c.looks += own * (c.keys - before)
}
