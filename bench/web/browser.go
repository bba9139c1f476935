package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// open starts a new browser, with a profile of its own, and returns its context and a function that ends it.
func open(dir string) (context.Context, func(), error) {
	profile, err := os.MkdirTemp(dir, "profile-")
	if err != nil {
		return nil, nil, err
	}
	program := os.Getenv("CHAFFINCH_BROWSER")
	if program == "" {
		program = "chromium"
	}
	if program, err = exec.LookPath(program); err != nil {
		return nil, nil, fmt.Errorf("%w: CHAFFINCH_BROWSER may be the path of a browser", err)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(profile))...)
	ctx, cancel := chromedp.NewContext(allocator)
	return ctx, func() {
		_ = chromedp.Cancel(ctx) // it may have ended
		cancel()
		stop()
	}, nil
}

// page writes the page of the browser edition to a file.
func page(c config, dir string) (string, error) {
	out, err := exec.Command(c.program, "web", "--out", filepath.Join(dir, "page")).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return filepath.Join(dir, "page", "index.html"), nil
}

// watch records in the page what a reader sees and feels: how long each step takes, the most memory that is shown, and for how
// long the page does not react.
const watch = `{
	const seen = window.seen = { steps: [], memory: 0, block: 0, began: performance.now() };
	new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) if (duration > seen.block) [seen.block, seen.during] = [duration, seen.steps.at(-1)?.name]; }).observe({ type: "longtask" });
	const units = { kB: 1e3, MB: 1e6, GB: 1e9 };
	new MutationObserver(() => {
		const [, number, unit] = /^([\d.]+) (kB|MB|GB)/.exec(document.getElementById("usage").textContent) || [, 0, "kB"];
		seen.memory = Math.max(seen.memory, number * units[unit]);
		const name = document.getElementById("step").textContent.replace(/[ \d,.]*…$/, "").replace(/ [\d,.]+ of$/, "");
		if (seen.steps.at(-1)?.name !== name) seen.steps.push({ name, at: performance.now() - seen.began });
	}).observe(document.getElementById("run"), { subtree: true, childList: true, characterData: true });
	document.getElementById("set-unit").value = "file";
	document.getElementById("go").click();
	true;
}`

// seen is what [watch] records: times in ms, memory in bytes.
type seen struct {
	Memory, Block float64
	During        string
	Steps         []struct {
		Name string
		At   float64
	}
}

const (
	ended = `document.getElementById("run").hidden`
	shown = `document.getElementById("report")?.src.startsWith("blob:") ?? false`
)

// measureBrowser compares the folder in the page as a user does: chooses it, clicks, waits for the report, and saves it as JSON.
func measureBrowser(c config, dir string) error {
	alone, err := native(c, filepath.Join(dir, "pairs.html"))
	if err != nil {
		return err
	}
	wanted := filepath.Join(dir, "pairs.json")
	if _, err := native(c, wanted); err != nil {
		return err
	}
	file, err := page(c, dir)
	if err != nil {
		return err
	}
	ctx, end, err := open(dir)
	if err != nil {
		return err
	}
	defer end()
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+filepath.ToSlash(file))); err != nil {
		return err
	}
	if _, err := chromedp.Call(ctx, emulation.SetHardwareConcurrencyOverride, emulation.SetHardwareConcurrencyOverrideParams{HardwareConcurrency: int64(c.workers)}); err != nil {
		return err
	}
	if err := choose(ctx, c.folder); err != nil {
		return err
	}
	var process int64
	before, err := usage(ctx, &process)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := until(ctx, watch); err != nil {
		return err
	}
	if err := until(ctx, ended); err != nil {
		return err
	}
	took := time.Since(began)
	if ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](shown)); err != nil || !ok {
		said, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.getElementById("outcome").textContent`))
		return errors.Join(err, fmt.Errorf("the page says %q", said))
	}
	after, err := usage(ctx, &process)
	if err != nil {
		return err
	}
	saw, err := chromedp.Run(ctx, chromedp.Evaluate[seen]("window.seen"))
	if err != nil {
		return err
	}
	cpu := after.cpu - before.cpu
	fmt.Printf("Chromium, %d workers, until the report is shown: %.1f s (%.1f s of CPU time, %.1f times the program's)\n", c.workers, took.Seconds(), cpu, cpu/alone.CPU)
	for i, s := range saw.Steps {
		next := took.Seconds()
		if i+1 < len(saw.Steps) {
			next = saw.Steps[i+1].At / 1e3
		}
		fmt.Printf("  %s: %.1f s\n", s.Name, next-s.At/1e3)
	}
	fmt.Printf("  memory: the page shows at most %.0f MB; resident at most: the page and its workers %.0f MB, the report %.0f MB, the browser %.0f MB\n", saw.Memory/1e6, after.page, after.frame, after.browser)
	fmt.Printf("  the page did not react for at most %.0f ms (during: %s)\n", saw.Block, saw.During)
	return saved(ctx, &process, dir, wanted)
}

// saved saves the report as JSON, and compares it with the file of the program.
func saved(ctx context.Context, process *int64, dir, wanted string) error {
	if _, err := chromedp.CallBrowser(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir + "/saved",
	}); err != nil {
		return err
	}
	before, err := usage(ctx, process)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := until(ctx, `[...document.querySelectorAll("#exports button")].find((b) => b.textContent === "JSON").click(), true`); err != nil {
		return err
	}
	name := filepath.Join(dir, "saved", "chaffinch.json")
	for { // it has another name until it is complete
		if _, err := os.Stat(name); err == nil {
			break
		}
		if said, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.querySelector("#said .wrong")?.textContent ?? ""`)); err != nil || said != "" {
			return errors.Join(err, fmt.Errorf("saving as JSON: the page says %q", said))
		}
		time.Sleep(100 * time.Millisecond)
	}
	took := time.Since(began)
	have, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	want, err := os.ReadFile(wanted)
	if err != nil {
		return err
	}
	after, err := usage(ctx, process)
	if err != nil {
		return err
	}
	fmt.Printf("saved as JSON: %.1f s (%.1f s of CPU time), %.1f MB; resident at most: the page and its workers %.0f MB, the browser %.0f MB\n", took.Seconds(), after.cpu-before.cpu, float64(len(have))/1e6, after.page, after.browser)
	if !bytes.Equal(alike(have), alike(want)) {
		return fmt.Errorf("its %d bytes are not the %d bytes of the program", len(have), len(want))
	}
	fmt.Println("its bytes are those of the program, but for the time that was taken and names of options in warnings")
	return nil
}

var microseconds = regexp.MustCompile(`"microseconds":\s*\d+`)

// alike removes from JSON what web/README.md says is different.
func alike(text []byte) []byte {
	for option, flag := range map[string]string{"options.minScore": "--min-score", "options.top": "--top"} {
		text = bytes.ReplaceAll(text, []byte(option), []byte(flag))
	}
	return microseconds.ReplaceAll(text, nil)
}

// choose gives a folder to the first field of the page, as the browser's dialog does.
func choose(ctx context.Context, folder string) error {
	input, err := chromedp.Run(ctx, chromedp.Evaluate[*runtime.RemoteObject](`document.querySelector(".zone input[webkitdirectory]")`))
	if err != nil {
		return err
	}
	if _, err := chromedp.Call(ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{folder}, ObjectID: input.ObjectID}); err != nil {
		return err
	}
	return until(ctx, `document.querySelector(".zone strong") !== null`)
}

// until waits until an expression is true, for half an hour at most.
func until(ctx context.Context, expression string) error {
	for range 18000 {
		if ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression)); err != nil || ok {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("it never became true that %s", expression)
}

// used is what the processes of a browser took: processor time in seconds, and the peaks of resident memory in MB, of the
// page with its workers, of the report in its frame, and of the browser's first process.
type used struct{ cpu, page, frame, browser float64 }

// usage returns what the browser took. The page's process is first that with the most memory; later it is told.
func usage(ctx context.Context, page *int64) (u used, err error) {
	all, err := chromedp.CallBrowser(ctx, systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return u, err
	}
	for _, p := range all.ProcessInfo {
		u.cpu += p.CPUTime
		peak := peakOf(p.ID)
		switch {
		case p.Type == "browser":
			u.browser = peak
		case p.Type != "renderer":
		case p.ID == *page, *page == 0:
			u.page = max(u.page, peak)
		default:
			u.frame = max(u.frame, peak)
		}
	}
	for _, p := range all.ProcessInfo {
		if *page == 0 && p.Type == "renderer" && peakOf(p.ID) >= u.page {
			*page = p.ID
		}
	}
	return u, nil
}

// peakOf returns the peak of a process's resident memory in MB; 0 where the system has no /proc.
func peakOf(pid int64) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(rest, " kB")
	kB, _ := strconv.ParseFloat(strings.TrimSpace(line), 64)
	return kB * 1024 / 1e6
}
