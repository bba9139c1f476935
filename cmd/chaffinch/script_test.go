package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	_ "github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/web"
)

// The scripts in testdata/script run the program as a user does. Each begins in an empty folder
// with a copy of testdata/src in src, to which Setup adds a binary file. All files are dated to
// 2020, because indexing reads recently written files again. Additional commands:
//
//	exits N PROGRAM ARG... [< FILE]
//	                         run the program; its exit code must be N
//	advises TEXT [PROGRAM ARG... [< FILE]]
//	                         run the program, if any; the last one must print TEXT, a text of the
//	                         source, as the program prints it
//	obeys [N]                run the commands that the last program advised; the exit code must be
//	                         N, or else 0
//	remember NAME FOLDER     remember the content of the folder
//	same NAME FOLDER         fail unless the folder has the remembered content
//	old FILE...              date files to the year 2020
//	hold FOLDER [ro]         open an index, until the end of the script or release
//	release                  close it
//	bleve FOLDER             make a Bleve index of another program
//	outdate FOLDER           make an index look like one of an older chaffinch
//	forget FOLDER FILE       remove the content of the file from an index, but no occurrence of it
//	damage FOLDER AT [last]  change a byte of every segment of an index, or of the last one, at
//	                         offset AT, from the end if AT is negative
//	write FILE TEXT          write a file, with Go's escapes in its name and text
//	many FOLDER N            write N small Go files to the folder
//	copies FILE FOLDER N     write N copies of the file to the folder
//	sparse FILE BYTES        write a sparse file of that size
//
// a variable, $CHAFFINCH_CI, the folder ci of the repository, and programs: chaffinch, which the
// command exits runs in this process and exec in a new one; chaffinch-interrupted, which is
// interrupted while it works; chaffinch-interrupted-twice, which only interrupts itself;
// chaffinch-waiting, which has to wait for the index $HELD.

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"chaffinch":                   main,
		"chaffinch-interrupted":       interrupted,
		"chaffinch-interrupted-twice": interruptedTwice,
		"chaffinch-waiting":           waiting,
	})
}

// interrupted runs the program and interrupts it as soon as it reports that it skips the file
// "middle", by SIGHUP if $HANGUP is set. The program continues when the interrupt has arrived, so
// the test does not depend on time.
func interrupted() {
	ctx, stop := interruptible()
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, &trigger{text: "middle", pull: func() {
		sent := os.Interrupt
		if os.Getenv("HANGUP") != "" && !signal.Ignored(syscall.SIGHUP) { // the tests may run under nohup
			sent = syscall.SIGHUP
		}
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(sent)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(99)
		}
		<-ctx.Done()
	}}))
}

// interruptedTwice interrupts itself until that ends it. It succeeds if nothing does.
func interruptedTwice() {
	ctx, stop := interruptible()
	defer stop()
	self, err := os.FindProcess(os.Getpid())
	for n := 0; n < 1000 && err == nil; n++ {
		err = self.Signal(syscall.SIGTERM)
		<-ctx.Done()
		time.Sleep(10 * time.Millisecond) // the first one also ends the handling of signals, soon
	}
}

// waiting holds the index $HELD, and releases it after the program says that it waits; late enough
// that a program that does not wait has failed by then.
func waiting() {
	held, err := disk.Open(context.Background(), os.Getenv("HELD"), index.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(99)
	}
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, &trigger{text: "waiting", pull: func() {
		time.AfterFunc(300*time.Millisecond, func() {
			if err := held.Close(); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		})
	}}))
}

// trigger is a standard error that calls a function once when a text is written to it.
type trigger struct {
	text string
	pull func()
}

func (t *trigger) Write(b []byte) (int, error) {
	n, err := os.Stderr.Write(b)
	if t.pull != nil && strings.Contains(string(b), t.text) {
		pull := t.pull
		t.pull = nil
		pull()
	}
	return n, err
}

func TestCommands_Scripts(t *testing.T) {
	testdata, err := filepath.Abs("testdata") // the working folder changes
	if err != nil {
		t.Fatal(err)
	}
	path := os.Getenv("PATH") // another script may change it while one begins: see runHere
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join(testdata, "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", path)
			return setUp(env, filepath.Join(testdata, "src"))
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "root":
				return os.Getuid() == 0, nil
			case "built": // after go generate ./web
				_, err := web.Page()
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": cmdExits, "advises": cmdAdvises, "obeys": cmdObeys, "remember": cmdRemember, "same": cmdSame, "old": cmdOld, "hold": cmdHold,
			"release": cmdRelease, "damage": cmdDamage, "bleve": cmdBleve, "outdate": cmdOutdate, "forget": cmdForget, "write": cmdWrite, "many": cmdMany,
			"copies": cmdCopies, "sparse": cmdSparse, "recode": cmdRecode,
		},
	})
}

// memory holds the folders that a script remembers.
type memory struct {
	folders map[string]string
	held    *disk.Index
	printed bytes.Buffer // by the last program
}

type memoryKey struct{}

func remembered(ts *testscript.TestScript) *memory { return ts.Value(memoryKey{}).(*memory) }

func setUp(env *testscript.Env, source string) error {
	src := filepath.Join(env.WorkDir, "src")
	if err := os.CopyFS(src, os.DirFS(source)); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(src, "logo.bin"), []byte("\x89LOGO\x00\x01\x02"), 0o666); err != nil {
		return err
	}
	m := &memory{folders: map[string]string{}}
	env.Values[memoryKey{}] = m
	env.Defer(func() {
		if m.held != nil {
			m.held.Close()
		}
	})
	env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
	for _, name := range []string{"XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"} { // those of filetest
		env.Setenv(name, os.Getenv(name))
	}
	env.Setenv(indexpath.Variable, "")
	env.Setenv("CHAFFINCH_CI", filepath.Join(filepath.Dir(source), "..", "..", "..", "ci"))
	env.Setenv("GORACE", "atexit_sleep_ms=0") // or every program takes a second to end
	return filepath.WalkDir(env.WorkDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return makeOld(path)
	})
}

func makeOld(path string) error {
	then := time.Date(2020, 2, 2, 2, 2, 2, 2, time.UTC)
	return os.Chtimes(path, then, then)
}

func cmdExits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits N PROGRAM ARG... [< FILE]")
	}
	exits := runProcess
	if args[1] == "chaffinch" {
		exits = runHere
	}
	if code := strconv.Itoa(exits(ts, args[1:])); code != args[0] {
		ts.Fatalf("it exits with %s, not %s", code, args[0])
	}
}

func runProcess(ts *testscript.TestScript, args []string) (code int) {
	err := ts.Exec(args[0], args[1:]...)
	m := remembered(ts)
	m.printed.Reset()
	m.printed.WriteString(ts.ReadFile("stdout") + ts.ReadFile("stderr"))
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	ts.Check(err)
	return 0
}

// here guards the working folder and the environment, which are global.
var here sync.Mutex

// runHere runs the program in this process, because starting one takes longer than most scripts.
func runHere(ts *testscript.TestScript, args []string) (code int) {
	var in io.Reader = strings.NewReader("")
	if n := len(args); n > 2 && args[n-2] == "<" {
		in = strings.NewReader(ts.ReadFile(args[n-1]))
		args = args[:n-2]
	}
	here.Lock()
	defer here.Unlock()
	back, err := os.Getwd()
	ts.Check(err)
	defer os.Chdir(back)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	for _, name := range []string{indexpath.Variable, "XDG_CACHE_HOME", "PATH", "BROWSER", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG_GLOBAL"} {
		defer os.Setenv(name, os.Getenv(name))
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	m := remembered(ts)
	m.printed.Reset()
	return run(context.Background(), args[1:], in, io.MultiWriter(ts.Stdout(), &m.printed), io.MultiWriter(ts.Stderr(), &m.printed))
}

func cmdRemember(ts *testscript.TestScript, _ bool, args []string) {
	remembered(ts).folders[args[0]] = listing(ts, args[1])
}

func cmdSame(ts *testscript.TestScript, neg bool, args []string) {
	before, ok := remembered(ts).folders[args[0]]
	if !ok {
		ts.Fatalf("%s is not remembered", args[0])
	}
	now := listing(ts, args[1])
	if (before == now) == neg {
		ts.Fatalf("before:\n%s\nnow:\n%s", before, now)
	}
}

// listing describes every file below the folder by path and content, and an index by its documents,
// because Bleve merges and cleans up files whenever an index is open for writing.
func listing(ts *testscript.TestScript, folder string) string {
	var b strings.Builder
	root := ts.MkAbs(folder)
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || d.IsDir() {
			fmt.Fprintf(&b, "%s/\n", rel)
			if x, err := disk.Open(context.Background(), path, index.Options{ReadOnly: true}); err == nil {
				if err := errors.Join(describeIndex(&b, x), x.Close()); err != nil {
					return err
				}
				return fs.SkipDir
			}
			return err
		}
		content, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %x\n", rel, sha256.Sum256(content))
		return err
	}))
	return b.String()
}

// describeIndex lists the file names in the index folder, the occurrences, the boilerplate and the
// contents.
func describeIndex(b *strings.Builder, x *disk.Index) error {
	entries, err := os.ReadDir(x.Path())
	if err != nil {
		return err
	}
	for _, e := range entries {
		fmt.Fprintf(b, "  %s\n", e.Name())
	}
	s, err := x.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	var lines []string
	add := func(o index.Occurrence) error {
		lines = append(lines, fmt.Sprintf("  %q\n", []string{o.Collection, o.File(), o.Content, string(o.Skipped)}))
		return nil
	}
	err = errors.Join(s.EachOccurrence("", add), s.EachSkipped(add), s.EachBoilerplate(func(b index.Boilerplate) error {
		lines = append(lines, fmt.Sprintf("  boilerplate %s %s %q\n", b.ID, b.Language, b.Names))
		return nil
	}))
	slices.Sort(lines)
	fmt.Fprintf(b, "%s  %d contents\n", strings.Join(lines, ""), s.Contents())
	return err
}

func cmdOld(ts *testscript.TestScript, _ bool, args []string) {
	for _, a := range args {
		ts.Check(makeOld(ts.MkAbs(a)))
	}
}

func cmdHold(ts *testscript.TestScript, _ bool, args []string) {
	x, err := disk.Open(context.Background(), ts.MkAbs(args[0]), index.Options{ReadOnly: len(args) > 1})
	ts.Check(err)
	remembered(ts).held = x
}

func cmdRelease(ts *testscript.TestScript, _ bool, _ []string) {
	m := remembered(ts)
	ts.Check(m.held.Close())
	m.held = nil
}

func cmdBleve(ts *testscript.TestScript, _ bool, args []string) {
	b, err := bleve.NewUsing(ts.MkAbs(args[0]), bleve.NewIndexMapping(), scorch.Name, scorch.Name, nil)
	ts.Check(err)
	ts.Check(b.Close())
}

func cmdOutdate(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	b, err := bleve.Open(path)
	ts.Check(err)
	ts.Check(b.SetInternal([]byte("chaffinch.settings"), []byte(`{"format":0}`)))
	ts.Check(b.Close())
	ts.Check(os.RemoveAll(filepath.Join(path, "published"))) // so that readers open that, too
}

func cmdForget(ts *testscript.TestScript, _ bool, args []string) {
	b, err := bleve.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(b.Delete("c" + index.BlobID([]byte(ts.ReadFile(args[1])))))
	ts.Check(b.Close())
}

func cmdDamage(ts *testscript.TestScript, _ bool, args []string) {
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "store", "*.zap"))
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("%s has no segments", args[0])
	}
	if len(args) > 2 {
		files = files[len(files)-1:] // Glob sorts, and numbers rise
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		ts.Check(err)
		b[(at+len(b))%len(b)] ^= 0x20
		ts.Check(os.WriteFile(file, b, 0o600))
	}
}

func cmdWrite(ts *testscript.TestScript, _ bool, args []string) {
	var plain [2]string
	for i := range plain {
		var err error
		plain[i], err = strconv.Unquote(`"` + args[i] + `"`)
		ts.Check(err)
	}
	path := ts.MkAbs(plain[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	ts.Check(os.WriteFile(path, []byte(plain[1]), 0o666))
}

// encodings are the encodings of recode.
var encodings = map[string]encoding.Encoding{
	"utf-16le": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
	"utf-16be": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	"utf-32be": utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM),
	"latin-1":  charmap.Windows1252,
}

// cmdRecode writes a UTF-8 file to another one in that encoding. A further argument is written
// before it.
func cmdRecode(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[1])
	if len(args) > 3 {
		mark, err := strconv.Unquote(`"` + args[3] + `"`)
		ts.Check(err)
		text = mark + text
	}
	recoded, err := encodings[args[0]].NewEncoder().String(text)
	ts.Check(err)
	path := ts.MkAbs(args[2])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	ts.Check(os.WriteFile(path, []byte(recoded), 0o666))
}

func cmdMany(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	folder := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(folder, 0o777))
	for i := range n {
		text := fmt.Sprintf("package many\n\nfunc f%d(a, b int) (int, error) { return a*%d + b, nil }\n", i, i)
		path := filepath.Join(folder, fmt.Sprintf("f%04d.go", i))
		ts.Check(os.WriteFile(path, []byte(text), 0o666))
		ts.Check(makeOld(path))
	}
}

func cmdCopies(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	content := ts.ReadFile(args[0])
	ts.Check(os.MkdirAll(ts.MkAbs(args[1]), 0o777))
	for i := range n {
		name := fmt.Sprintf("copy%05d%s", i, filepath.Ext(args[0]))
		ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[1]), name), []byte(content), 0o666))
	}
}

func cmdSparse(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(f.Truncate(size))
	ts.Check(f.Close())
}
