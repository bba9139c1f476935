package tomltext

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// Texts that the decoder takes minutes for are refused, and lock files of any size are not.
func TestUnmarshal_RefusesWhatTakesLong(t *testing.T) {
	const many = 50_000
	files := strings.Repeat(`{file = "x", hash = "y"},`, 20)
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"packages":           {lines(many, "[[package]]\nname = \"p%d\"\n[package.dependencies]\na = {version = \"1\"}\n[[package.more]]\n"), nil},
		"hashes of packages": {"[[package]]\n[metadata.files]\n" + lines(3000, "p%d = ["+files+"]\n"), nil},
		"one array":          {"x = [" + lines(many, "{a = %d},") + "]\n", nil},
		"tables":             {"[[package]]\n" + lines(many, "[package.a%d]\nx = 1\n"), errTooManyKeys},
		"dotted keys":        {lines(many, "a.b%d.c = 1\n"), errTooManyKeys},
		"a long dotted key":  {"a" + strings.Repeat(".a", many) + " = 1\n", errTooManyKeys},
		"an inline table":    {"x = {" + lines(many, "a%d = 1,") + "z = 1}\n", errTooManyKeys},
		"arrays of tables":   {lines(many, "[[a%d]]\nx = 1\n"), errTooManyKeys},
		"tables between":     {lines(many, "[[a]]\n[b%d]\nx = 1\n"), errTooManyKeys},
	} {
		var into map[string]any
		if err := Unmarshal([]byte(c.text), &into); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
