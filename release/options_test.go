package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A wrong option is refused before the folder of packages is made.
func TestRun_WrongOptionLeavesNoFolder(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	for _, o := range []options{
		{platforms: []string{"linux/386"}},
		{platforms: allPlatforms, version: "1.0"},
		{platforms: allPlatforms, page: filepath.Join(t.TempDir(), "none")},
	} {
		if err := run(o, out, false, 0); err == nil {
			t.Errorf("%+v is accepted", o)
		}
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%+v leaves a folder", o)
		}
	}
}

// A relative path is resolved where the user stands: go -C release changes the folder.
func TestFromUser_IsBelowPWD(t *testing.T) {
	user := t.TempDir()
	t.Setenv("PWD", user)
	if got := fromUser("packages"); got != filepath.Join(user, "packages") {
		t.Error(got)
	}
	if got := fromUser(user); got != user {
		t.Error(got)
	}
}

// The README of a package has no link to a file that only a checkout has, and no word against it.
func TestPackaged_ReadmeLeadsToTheRelease(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(packaged(readme, "1.2.3"))
	for _, want := range []string{
		"](https://github.com/chaffinch-search/chaffinch/blob/v1.2.3/docs/search.md)",
		"](https://github.com/chaffinch-search/chaffinch/blob/v1.2.3/LICENSE)",
		"](https://raw.githubusercontent.com/chaffinch-search/chaffinch/v1.2.3/docs/images/search.svg)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(text, "no release yet") {
		t.Error("it says that there is no release")
	}
	for _, link := range regexp.MustCompile(`\]\([^)]*\)`).FindAllString(text, -1) {
		if !strings.HasPrefix(link, "](https://") {
			t.Errorf("%s leads nowhere", link)
		}
	}
	if again := packaged([]byte(text), "1.2.3"); string(again) != text {
		t.Error("a link that is absolute is changed")
	}
}

// Without a platform of Linux there is no image.
func TestImage_NeedsLinux(t *testing.T) {
	r := &release{options: options{platforms: []string{"darwin/arm64", "windows/amd64"}}, work: t.TempDir()}
	out := t.TempDir()
	if err := r.image(out); err != nil {
		t.Fatal(err)
	}
	if made, err := os.ReadDir(out); err != nil || len(made) > 0 {
		t.Error(made, err)
	}
}
