package pairs

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// measureNode measures the program on one thread, and the engine of the browser edition in node.
// The processor time of node includes compiling the engine.
func measureNode(program, folder, file string, workers int) error {
	if err := os.Setenv("GOMAXPROCS", "1"); err != nil {
		return err
	}
	alone, _, err := process.Run(program, "pairs", "--format", "tsv", "--output", file, folder)
	if err := errors.Join(err, os.Unsetenv("GOMAXPROCS")); err != nil {
		return err
	}
	fmt.Printf("program, one thread: %.1f s (%.1f s of CPU time), peak memory %.0f MB\n", alone.Seconds, alone.CPU, alone.PeakMB)
	root, err := process.Root()
	if err != nil {
		return err
	}
	engine := file + ".js"
	build := exec.Command("go", "run", "internal/build/main.go", "-quality", "0", "-page", file+".br", "-script", engine)
	build.Dir = filepath.Join(root, "web")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the engine: %w\n%s", err, out)
	}
	script, library := filepath.Join(root, "bench", "speed", "pairs", "node.mjs"), filepath.Join(root, "web", "index.js")
	node, out, err := process.Run("node", script, engine, library, folder, strconv.Itoa(workers))
	if err != nil {
		return err
	}
	var told struct {
		Seconds, Memory float64
		Pairs           int
		Steps           map[string]float64
	}
	if err := json.Unmarshal(out, &told); err != nil {
		return fmt.Errorf("reading what node printed: %w", err)
	}
	fmt.Printf("node, %d workers: %.1f s (%.1f s of CPU time, %.1f times the program's), memory of the engine %.0f MB, peak of node %.0f MB\n",
		workers, told.Seconds, node.CPU, node.CPU/alone.CPU, told.Memory, node.PeakMB)
	for _, name := range slices.Sorted(maps.Keys(told.Steps)) {
		fmt.Printf("  %s: %.1f s of CPU time\n", name, told.Steps[name])
	}
	fmt.Printf("%d pairs\n", told.Pairs)
	return nil
}
