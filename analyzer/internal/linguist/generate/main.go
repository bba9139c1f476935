// Generate writes the tables of package linguist from those of go-enry. It is run by go generate in
// the folder of that package.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := write("data"); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// write writes all tables into a folder.
func write(folder string) error {
	all, err := tables()
	if err != nil {
		return err
	}
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("writing a table: %w", err)
		}
	}
	return nil
}
