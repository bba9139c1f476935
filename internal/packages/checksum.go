package packages

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"strings"
)

// errOther means that a registry has another package than the list was made with. Its name may be
// taken in another registry than the list's.
var errOther = errors.New("its content is not the one with the checksum in the list: is its registry another one?")

// algorithms are the algorithms of checksums of a file.
var algorithms = map[string]func() hash.Hash{"sha1": sha1.New, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New}

// verify compares a fetched file with the checksums of the request, if there are any. A folder has
// none: its client has compared it.
func (r Request) verify(path string) error {
	if len(r.Checksums) == 0 {
		return nil
	}
	for _, sum := range r.Checksums {
		algorithm, digits, _ := strings.Cut(sum, ":")
		if make := algorithms[algorithm]; make != nil {
			h := make()
			if err := hashFile(h, path); err != nil {
				return err
			}
			if hex.EncodeToString(h.Sum(nil)) == digits {
				return nil
			}
		}
	}
	return errOther
}

func hashFile(h hash.Hash, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(h, f)
	return err
}
