package index

import (
	"crypto/sha1"
	"encoding/hex"
	"hash"
	"strconv"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// blobID computes git blob ids, which can be looked up in any git repository.
type blobID struct{ h hash.Hash }

func newBlobID() blobID { return blobID{sha1.New()} }

func (b blobID) of(content []byte) string {
	b.h.Reset()
	b.h.Write(strconv.AppendInt([]byte("blob "), int64(len(content)), 10))
	b.h.Write([]byte{0})
	b.h.Write(content)
	return hex.EncodeToString(b.h.Sum(nil))
}

// ContentID returns a content's id: its git blob id, or an id under the key.
func ContentID(k *analyzer.Key, content []byte) string {
	if k == nil {
		return BlobID(content)
	}
	return k.ContentID(content)
}

// BlobID returns the git blob id of the content in hexadecimal.
func BlobID(content []byte) string { return newBlobID().of(content) }
