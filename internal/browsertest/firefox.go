package browsertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Firefox opens pages for one test, by Marionette. Its socket has messages of JSON, each after its
// length. Firefox does not speak the protocol of the other browsers. An operation that fails ends
// the test.
type Firefox struct {
	t      *testing.T
	socket net.Conn
	in     *bufio.Reader
	sent   int
	// downloads is the folder that Firefox saves files in.
	downloads string
}

// settings are the preferences of a new profile. Marionette chooses a port, nothing is loaded, and
// files are saved without a question.
const settings = `user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("dom.max_script_run_time", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("browser.download.folderList", 2);
user_pref("browser.download.useDownloadDir", true);
user_pref("browser.download.always_ask_before_handling_new_types", false);
user_pref("browser.download.open_pdf_attachments_inline", false);
user_pref("browser.helperApps.neverAsk.saveToDisk", "application/json,text/csv,text/html,application/zip");
`

// NewFirefox starts Firefox, which ends with the test. Without it, in a short run, if
// CHAFFINCH_BROWSER is "none", and if the page is as recorded, the test is skipped.
func NewFirefox(t *testing.T) *Firefox {
	t.Helper()
	skip(t)
	if few(t) {
		leave(t)
	}
	program, err := exec.LookPath("firefox")
	if err != nil {
		if program, err = exec.LookPath("firefox-esr"); err != nil {
			t.Skip("no firefox found")
		}
	}
	profile := t.TempDir()
	downloads := t.TempDir()
	all := settings + fmt.Sprintf("user_pref(\"browser.download.dir\", %q);\n", downloads)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(all), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile)
	c.Env = append(os.Environ(), "HOME="+profile)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // it writes to its profile until it ends
		defer time.AfterFunc(10*time.Second, func() { c.Process.Kill() }).Stop()
		c.Wait()
	})
	f := &Firefox{t: t, downloads: downloads, socket: connect(t, filepath.Join(profile, "MarionetteActivePort"))}
	f.in = bufio.NewReader(f.socket)
	f.receive() // a greeting
	f.Call("WebDriver:NewSession", map[string]any{})
	t.Cleanup(func() {
		f.Call("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}})
		f.socket.Close()
	})
	return f
}

// connect waits until Firefox has written its port to the file.
func connect(t *testing.T, file string) net.Conn {
	t.Helper()
	for range 600 {
		if port, err := os.ReadFile(file); err == nil && len(port) > 0 {
			if socket, err := net.Dial("tcp", "127.0.0.1:"+strings.TrimSpace(string(port))); err == nil {
				return socket
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("firefox does not listen")
	return nil
}

// receive reads a message.
func (f *Firefox) receive() (message []byte) {
	f.t.Helper()
	f.socket.SetDeadline(time.Now().Add(time.Minute))
	length := 0
	_, err := fmt.Fscanf(f.in, "%d:", &length)
	if err == nil {
		message = make([]byte, length)
		_, err = io.ReadFull(f.in, message)
	}
	if err != nil {
		f.t.Fatalf("reading from firefox: %v", err)
	}
	return message
}

// Call runs a command and returns its result.
func (f *Firefox) Call(command string, params map[string]any) map[string]json.RawMessage {
	f.t.Helper()
	f.sent++
	message, err := json.Marshal([]any{0, f.sent, command, params})
	if err != nil {
		f.t.Fatal(err)
	}
	fmt.Fprintf(f.socket, "%d:%s", len(message), message)
	var answer []json.RawMessage // 1, the number of the command, an error or null, a result
	var result map[string]json.RawMessage
	if err := json.Unmarshal(f.receive(), &answer); err != nil || len(answer) != 4 || string(answer[2]) != "null" {
		f.t.Fatalf("%s %v: %v %s", command, params, err, answer)
	}
	_ = json.Unmarshal(answer[3], &result) // null is not a result
	return result
}

// Open opens a file at a fragment, such as "#pair=1".
func (f *Firefox) Open(file, fragment string) {
	f.t.Helper()
	f.Call("WebDriver:Navigate", map[string]any{"url": blank})
	f.Call("WebDriver:Navigate", map[string]any{"url": "file://" + filepath.ToSlash(file) + fragment})
}

// Visit opens an address.
func (f *Firefox) Visit(address string) {
	f.t.Helper()
	f.Call("WebDriver:Navigate", map[string]any{"url": address})
}

// Evaluate returns the value of a JavaScript expression in the page, as text.
func (f *Firefox) Evaluate(expression string) string {
	f.t.Helper()
	var text string
	result := f.Call("WebDriver:ExecuteScript", map[string]any{"script": "return String(" + expression + ")"})
	if err := json.Unmarshal(result["value"], &text); err != nil {
		f.t.Fatal(err)
	}
	return text
}

// Expect checks that the value of an expression is, or becomes, the text.
func (f *Firefox) Expect(expression, want string) {
	f.t.Helper()
	have := ""
	for range 100 {
		if have = f.Evaluate(expression); have == want {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	f.t.Errorf("%s is %q, not %q", expression, have, want)
}

// Click clicks an element, as a user does.
func (f *Firefox) Click(selector string) {
	f.t.Helper()
	f.Call("WebDriver:ElementClick", f.element(selector))
}

// Type types text into an element. The arrow to the right is \ue014, for example.
func (f *Firefox) Type(selector, text string) {
	f.t.Helper()
	params := f.element(selector)
	params["text"] = text
	f.Call("WebDriver:ElementSendKeys", params)
}

// Frame leads to the frame that the selector finds, and Top back to the page.
func (f *Firefox) Frame(selector string) {
	f.t.Helper()
	f.Call("WebDriver:SwitchToFrame", map[string]any{"element": f.element(selector)["id"]})
}

// Top leads from a frame to the page.
func (f *Firefox) Top() {
	f.t.Helper()
	f.Call("WebDriver:SwitchToFrame", map[string]any{"id": nil})
}

func (f *Firefox) element(selector string) map[string]any {
	f.t.Helper()
	result := f.Call("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector})
	var named map[string]string
	if err := json.Unmarshal(result["value"], &named); err != nil {
		f.t.Fatal(err)
	}
	for _, id := range named {
		return map[string]any{"id": id}
	}
	return nil
}

// Complaints returns the errors of scripts and the violations of policies so far.
func (f *Firefox) Complaints() string {
	f.t.Helper()
	f.Call("Marionette:SetContext", map[string]any{"value": "chrome"})
	defer f.Call("Marionette:SetContext", map[string]any{"value": "content"})
	return f.Evaluate(`Services.console.getMessageArray().filter((m) => m instanceof Ci.nsIScriptError &&
		(/^(file|http):/.test(m.sourceName) || m.errorMessage.includes("Content-Security-Policy"))).map((m) => m.errorMessage).join("\n")`)
}
