package segment

import (
	"bufio"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
)

// flagsOf returns the flags of the mapping of a file, as the system lists them.
func flagsOf(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	within := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if fields := strings.Fields(line); strings.Contains(fields[0], "-") && len(fields) >= 5 {
			within = strings.HasSuffix(line, path)
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags: "); ok && within {
			return " " + flags + " "
		}
	}
	t.Fatalf("%s is not mapped", path)
	return ""
}

// A mapped segment is read here and there, and in order only while something passes over it.
func TestFile_AdvisesHowItIsRead(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the test reads the flags of mappings of Linux")
	}
	f := newFile(t, filepath.Join(t.TempDir(), "a.zap"), 20)
	check := func(when, want string) {
		t.Helper()
		flags := flagsOf(t, f.path)
		for _, flag := range []string{"rr", "sr"} { // random and sequential reads
			if strings.Contains(flags, " "+flag+" ") != (flag == want) {
				t.Errorf("%s: flags %s, want %s", when, flags, want)
			}
		}
	}
	check("opened", "rr")
	first, second := f.Sequential(), f.Sequential()
	check("two passes", "sr")
	first()
	check("one pass", "sr")
	second()
	check("no pass", "rr")
}

func TestAdvice_IsSequentialForMergesAndChecks(t *testing.T) {
	f := newFile(t, filepath.Join(t.TempDir(), "a.zap"), 20)
	var given []access
	advise = func(mem []byte, a access) {
		if &mem[0] == &f.mem[0] {
			given = append(given, a)
		}
	}
	defer func() { advise = madvise }()
	if err := f.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []access{sequential, random}; !slices.Equal(given, want) {
		t.Errorf("a check advised %v, not %v", given, want)
	}
	given = nil
	if _, _, err := (&plugin{}).Merge([]api.Segment{f}, make([]*roaring.Bitmap, 1), filepath.Join(t.TempDir(), "m.zap"), nil, nil); err != nil {
		t.Fatal(err)
	}
	if want := []access{sequential, random}; !slices.Equal(given, want) {
		t.Errorf("a merge advised %v, not %v", given, want)
	}
}
