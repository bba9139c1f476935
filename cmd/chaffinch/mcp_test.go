package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Standard output has only messages of the protocol, one a line, whatever the input.
func TestMCP_PrintsOnlyTheProtocol(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(1))
	c.run(exitFound, "index", "--index", "code", "src")
	question, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": map[string]any{
		"name": "find_origin", "arguments": map[string]any{"path": "src/a.go"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	begin := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` +
		"\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	asked := begin + string(question) + "\n"
	for name, test := range map[string]struct {
		input string
		ids   []float64 // of answers; 0 is that to a line that is no message
	}{
		"a question":   {asked, []float64{1, 2}},
		"no new line":  {strings.TrimSpace(asked), []float64{1, 2}},
		"cut":          {asked + string(question[:len(question)-5]), []float64{1, 2, 0}},
		"nothing":      {"", nil},
		"blank":        {"\n\r\n" + asked + "\n", []float64{1, 2}},
		"no protocol":  {"GET / HTTP/1.1\r\n\r\n", []float64{0}},
		"no JSON":      {begin + "hello\n" + string(question) + "\nhello", []float64{1, 0, 2}},
		"no message":   {asked + `{"jsonrpc":"2.0","id":8,"method":9}` + "\n5\n[]\n[1]\n", []float64{1, 2, 8, 0}},
		"binary":       {"\x7fELF\x00\x01\xff\xfe\n", []float64{0}},
		"deep":         {asked + strings.Repeat("[", 100_000) + "\n", []float64{1, 2, 0}},
		"endless":      {asked + `{"jsonrpc":"2.0","id":"` + strings.Repeat("a", 9<<20), []float64{1, 2}},
		"batch":        {asked + "[" + string(question) + "]\n", []float64{1, 2}},
		"wrong method": {begin + `{"jsonrpc":"2.0","id":7,"method":"x/\u001b[31m"}` + "\n", []float64{1, 7}},
	} {
		var printed, told strings.Builder
		run(t.Context(), []string{"mcp", "--index", "code"}, strings.NewReader(test.input), &printed, &told)
		out := printed.String()
		if name == "no protocol" && !strings.Contains(told.String(), "an assistant starts this command") {
			t.Error(told.String())
		}
		var ids []float64
		for line := range strings.Lines(out) {
			var message struct {
				Version string  `json:"jsonrpc"`
				ID      float64 `json:"id"`
				Error   struct{ Code int }
			}
			if err := json.Unmarshal([]byte(line), &message); err != nil || message.Version != "2.0" {
				t.Errorf("%s: %q: %v", name, line, err)
			}
			ids = append(ids, message.ID)
			if code := message.Error.Code; message.ID == 0 && code != -32700 && code != -32600 {
				t.Errorf("%s: %s", name, line)
			}
		}
		for _, id := range test.ids {
			if !slices.Contains(ids, id) {
				t.Errorf("%s: %v, no answer %v", name, ids, id)
			}
		}
	}
}
