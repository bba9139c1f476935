package build

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func samples() (all [][]byte) {
	random := rand.New(rand.NewPCG(1, 2))
	every := make([]byte, 0, 1<<17) // every pair of bytes
	for c := range 1 << 16 {
		every = append(every, byte(c), byte(c>>8))
	}
	all = append(all, nil, []byte{7}, every, slices.Concat([]byte{1}, every), bytes.Repeat([]byte{0, 0xff, 0xff, 0xfe}, 100), []byte("</script><!--\x00\\\"\r\n"))
	for range 200 {
		text := make([]byte, random.IntN(600))
		for i := range text {
			text[i] = byte(random.IntN(1 + random.IntN(256)))
		}
		all = append(all, text)
	}
	return all
}

// The text may stand in a string, in a script, and in HTML. A lone surrogate would not be valid.
func TestEngineText_HasNothingThatIsChanged(t *testing.T) {
	for _, b := range samples() {
		text := engineText(b)
		if i := strings.IndexAny(text, "\x00\r\n<\"\\\u2028\u2029"); i >= 0 || !utf8.ValidString(text) {
			t.Fatalf("%q has the text %q", b, text)
		}
	}
}

// The script makes the same bytes.
func TestEngineScript_HasTheBytes(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is missing")
	}
	var script strings.Builder
	for _, b := range samples() {
		engine, err := engineScript("the \"worker\"", "the licence\n", b)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&script, "%s\nconsole.log(Buffer.from(chaffinchEngine.decode()).toString('base64') === '%s' && chaffinchEngine.worker === 'the \"worker\"');\n",
			engine, base64.StdEncoding.EncodeToString(b))
	}
	c := exec.Command(node, "-")
	c.Stdin = strings.NewReader(script.String())
	out, err := c.CombinedOutput()
	if err != nil || strings.Contains(string(out), "false") || strings.Count(string(out), "true") != len(samples()) {
		t.Errorf("%v: %.500s", err, out)
	}
}
