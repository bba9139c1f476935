package openpage

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// opener puts a program of that name in the PATH. It writes its arguments to the returned file, one
// a line, and exits with the status.
func opener(t *testing.T, bin, name, status string) (said string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	said = filepath.Join(t.TempDir(), name)
	script := "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + said + "'\nexit " + status + "\n"
	if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return said
}

func arguments(t *testing.T, said string) string {
	t.Helper()
	text, err := os.ReadFile(said)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func onlyPath(t *testing.T, browser string) (bin string) {
	t.Helper()
	bin = t.TempDir()
	t.Setenv("PATH", bin)
	t.Setenv("BROWSER", browser)
	return bin
}

func TestOpen_NamesAreOneArgument(t *testing.T) {
	bin := onlyPath(t, "")
	name := system(runtime.GOOS)[0][0]
	said := opener(t, bin, name, "0")
	t.Chdir(t.TempDir())
	for file, end := range map[string]string{
		"-rf.html":                       "/-rf.html\n",
		"a b; touch owned `x` $(y).html": "/a%20b;%20touch%20owned%20%60x%60%20$%28y%29.html\n",
		"50%#?\n%s.html":                 "/50%25%23%3F%0A%25s.html\n",
		"größe.html":                     "/gr%C3%B6%C3%9Fe.html\n",
	} {
		if err := Open(file); err != nil {
			t.Fatal(err)
		}
		if have := arguments(t, said); !strings.HasPrefix(have, "file:///") || !strings.HasSuffix(have, end) || strings.Count(have, "\n") != 1 {
			t.Errorf("%q is opened as %q", file, have)
		}
	}
}

func TestOpen_TakesTheFirstThatWorks(t *testing.T) {
	list := string(filepath.ListSeparator)
	bin := onlyPath(t, strings.Join([]string{"", "missing", "broken", "fine --new %s --end", "unused"}, list))
	broken, fine := opener(t, bin, "broken", "3"), opener(t, bin, "fine", "0")
	unused, usual := opener(t, bin, "unused", "0"), opener(t, bin, system(runtime.GOOS)[0][0], "0")
	if err := Open("/x.html"); err != nil {
		t.Fatal(err)
	}
	if have := arguments(t, broken); have != "file:///x.html\n" {
		t.Errorf("the address is %q", have)
	}
	if have := arguments(t, fine); have != "--new\nfile:///x.html\n--end\n" {
		t.Errorf("the arguments are %q", have)
	}
	for _, other := range []string{unused, usual} {
		if _, err := os.Stat(other); err == nil {
			t.Errorf("%s was started, too", filepath.Base(other))
		}
	}
}

func TestOpen_SaysWhyNothingOpened(t *testing.T) {
	bin := onlyPath(t, "broken")
	opener(t, bin, "broken", "3")
	err := Open("/x.html")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"broken: exit status 3", system(runtime.GOOS)[0][0] + ": executable file not found"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %q", want, err)
		}
	}
}

func TestSystem_OpensOnEverySystem(t *testing.T) {
	for goos, want := range map[string]string{"linux": "xdg-open", "freebsd": "xdg-open", "darwin": "open", "windows": "rundll32"} {
		if have := system(goos)[0][0]; have != want {
			t.Errorf("%s: %s, not %s", goos, have, want)
		}
	}
	if have := withAddress(system("windows")[0], "file:///C:/x.html"); !slices.Equal(have, []string{"rundll32", "url.dll,FileProtocolHandler", "file:///C:/x.html"}) {
		t.Errorf("%q", have)
	}
}
