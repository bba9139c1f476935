package analyzer

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// LeastKey and MostKey bound a secret, in bytes.
const (
	LeastKey = 32
	MostKey  = 4096
)

// Key makes fingerprints and ids of contents that mean nothing to whoever lacks it. A fingerprint
// is selected as without a key, so the guarantee is the same; then its hash is enciphered.
// docs/hash-only.md explains what a key hides and does not hide. A Key is safe for concurrent use.
//
// Its parts are derived from the secret by HKDF with SHA-256 (RFC 5869), so none of them tells
// another one.
type Key struct {
	hashes cipher.Block // AES-256
	ids    []byte       // of HMAC with SHA-256
	check  string
}

// NewKey returns the key of a secret. The secret should be random: whoever knows a fingerprint can
// try secrets. It is an error if the secret is shorter than [LeastKey] or longer than [MostKey].
func NewKey(secret []byte) (*Key, error) {
	if len(secret) < LeastKey || len(secret) > MostKey {
		return nil, fmt.Errorf("the key has %d bytes: use %d to %d random bytes", len(secret), LeastKey, MostKey)
	}
	parts := make([][]byte, 3)
	for i, use := range []string{"chaffinch 1 fingerprints", "chaffinch 1 contents", "chaffinch 1 check"} {
		var err error
		if parts[i], err = hkdf.Key(sha256.New, secret, nil, use, 32); err != nil {
			return nil, err
		}
	}
	block, err := aes.NewCipher(parts[0])
	if err != nil {
		return nil, err
	}
	return &Key{block, parts[1], hex.EncodeToString(parts[2][:16])}, nil
}

// Check returns 32 hexadecimal digits that identify the key, and do not tell it.
func (k *Key) Check() string { return k.check }

// IsCheck reports whether a text has the form of a [Key.Check].
func IsCheck(text string) bool {
	value, err := hex.DecodeString(text)
	return err == nil && len(value) == 16 && hex.EncodeToString(value) == text
}

// ContentID returns a content's id under the key. It has 40 hexadecimal digits, the first of the
// HMAC, like a git blob id.
func (k *Key) ContentID(content []byte) string {
	h := hmac.New(sha256.New, k.ids)
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil)[:20])
}

// keyed is the memory in which hashes are enciphered.
type keyed [aes.BlockSize]byte

// encipher replaces the hashes of fingerprints. A hash and eight zero bytes are a block of AES, and
// the first eight bytes of the result are the new hash. Equal hashes stay equal, and others differ
// but for chance. An index keeps fewer bits than 64, so nothing has to be deciphered. A nil key
// changes nothing.
func (k *Key) encipher(prints []winnow.Fingerprint, block *keyed) {
	if k == nil {
		return
	}
	for i := range prints {
		binary.LittleEndian.PutUint64(block[:8], prints[i].Hash)
		clear(block[8:])
		k.hashes.Encrypt(block[:], block[:])
		prints[i].Hash = binary.LittleEndian.Uint64(block[:8])
	}
}

// WithKey returns an analyzer with the same settings and a key; nil is none.
func (a *Analyzer) WithKey(k *Key) *Analyzer {
	keyed := *a
	keyed.key = k
	return &keyed
}

// Key returns the key of the analyzer, nil if it has none.
func (a *Analyzer) Key() *Key { return a.key }
