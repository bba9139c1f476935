package corpus

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestPattern_CatchAll(t *testing.T) {
	tests := []struct {
		name   string
		ignore string
		repo   bool
		want   []string
	}{
		{"leaves nothing", "*.o\n/*\n!/debian/\n", false, []string{".gitignore", "a.c", "sub/b.c"}},
		{"star leaves nothing", "*\n", false, []string{".gitignore", "a.c", "sub/b.c"}},
		{"leaves what it lists", "/*\n!/sub/\n", false, []string{"sub/b.c"}},
		{"in a repository git decides", "/*\n!/debian/\n", true, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			files := map[string]string{".gitignore": test.ignore, "a.c": "x", "sub/b.c": "x", "x.o": "x"}
			if test.repo {
				files[".git/HEAD"] = "ref: refs/heads/main\n"
			}
			for name, text := range files {
				file := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			err := Walk(context.Background(), root, Options{}, func(f File) error {
				if f.Path != "x.o" {
					got = append(got, f.Path)
				}
				return nil
			}, nil)
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("visited %q, %v, want %q", got, err, test.want)
			}
		})
	}
}
