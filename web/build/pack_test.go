package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

func samples() (all [][]byte) {
	random := rand.New(rand.NewPCG(1, 2))
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	all = append(all, nil, every, bytes.Repeat([]byte{0, '<', '\r', tilde}, 100), []byte("~a~b~c~d</script>\x00"))
	for range 200 {
		text := make([]byte, random.IntN(600))
		for i := range text {
			text[i] = byte(random.IntN(1 + random.IntN(256)))
		}
		all = append(all, text)
	}
	return all
}

func TestPack_HasNothingThatHTMLChanges(t *testing.T) {
	for _, b := range samples() {
		text, table := pack(b)
		if i := bytes.IndexAny(text, "\x00\r<"); i >= 0 {
			t.Fatalf("%q is in the text of %q", text[i], b)
		}
		var back []byte
		for i := 0; i < len(text); i++ {
			c := text[i]
			if c == tilde {
				i++
				c = unsafe[text[i]-'a']
			}
			back = append(back, table[c])
		}
		if !bytes.Equal(back, b) {
			t.Fatalf("%q becomes %q", b, back)
		}
	}
}

// The script makes the same bytes of what a browser reads.
func TestPack_IsUndoneByTheScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is missing")
	}
	var script strings.Builder
	for _, b := range samples() {
		text, table := pack(b)
		unpack, err := unpackScript(table)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&script, "console.log(Buffer.from((%s)(new TextDecoder('windows-1252').decode(Buffer.from('%s', 'base64')))).toString('base64') === '%s');\n",
			unpack, base64.StdEncoding.EncodeToString(text), base64.StdEncoding.EncodeToString(b))
	}
	c := exec.Command(node, "-")
	c.Stdin = strings.NewReader(script.String())
	out, err := c.CombinedOutput()
	if err != nil || strings.Contains(string(out), "false") || strings.Count(string(out), "true") != len(samples()) {
		t.Errorf("%v: %s", err, out)
	}
}
