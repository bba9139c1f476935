package query

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
)

// Weights contains every document's number of distinct terms and vector length. The documents are
// from one snapshot, the vectors are of TF-IDF. Cosine and resemblance need both. Every new
// document changes N and the df of its terms, and thus the vectors of other documents, so weights
// are valid for one snapshot only. Computing them reads all postings of the fields. MarshalBinary
// encodes them, to be kept as long as the snapshot is the same.
type Weights struct {
	State  uint64    // of the snapshot and N: see blevequery.StateOf
	Fields uint64    // hash of their names
	Norms  []float32 // by document; a float32 rounds a score in the 7th digit
	Sizes  []uint32
}

// Norm returns the length of the vector of a document.
func (w *Weights) Norm(doc int) float64 { return float64(w.Norms[doc]) }
func (w *Weights) Size(doc int) int     { return int(w.Sizes[doc]) }

// weightsMagic begins the encoding of weights: a name and the version. Then follow, little-endian:
// state (8 bytes), fields (8), number of documents (8), a float32 norm and a uint32 size for each
// document, and the CRC-32 (IEEE) of everything before (4).
//
//	1: without the fields
//	2: with them
const weightsMagic = "chaffinch weights 2\n"

// weightsHead is the length of everything before the documents.
const weightsHead = len(weightsMagic) + 24

var errWeights = errors.New("weights file is invalid, damaged or from another version: delete it")

// MarshalBinary implements [encoding.BinaryMarshaler].
func (w *Weights) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, weightsHead+8*len(w.Norms)+4)
	b = append(b, weightsMagic...)
	b = binary.LittleEndian.AppendUint64(b, w.State)
	b = binary.LittleEndian.AppendUint64(b, w.Fields)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(w.Norms)))
	for i, norm := range w.Norms {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(norm))
		b = binary.LittleEndian.AppendUint32(b, w.Sizes[i])
	}
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b)), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. It does not keep b. After an error w is
// unchanged.
func (w *Weights) UnmarshalBinary(b []byte) error {
	if len(b) < weightsHead+4 || string(b[:len(weightsMagic)]) != weightsMagic {
		return errWeights
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	n := binary.LittleEndian.Uint64(b[weightsHead-8:])
	if n > uint64(len(b)) || uint64(len(body)-weightsHead) != 8*n || crc32.ChecksumIEEE(body) != sum {
		return errWeights
	}
	w.State = binary.LittleEndian.Uint64(b[len(weightsMagic):])
	w.Fields = binary.LittleEndian.Uint64(b[len(weightsMagic)+8:])
	w.Norms, w.Sizes = make([]float32, n), make([]uint32, n)
	for i, at := 0, body[weightsHead:]; len(at) > 0; i, at = i+1, at[8:] {
		w.Norms[i] = math.Float32frombits(binary.LittleEndian.Uint32(at))
		w.Sizes[i] = binary.LittleEndian.Uint32(at[4:])
	}
	return nil
}
