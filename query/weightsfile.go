package query

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
)

// Weights contains, for every document of one snapshot, the number of its distinct terms and the
// length of its TF-IDF vector. Cosine and resemblance need both. Every new document changes N and
// the df of its terms, and thus the vectors of other documents, so weights are valid for one
// snapshot only. Computing them reads all postings of the fields. MarshalBinary encodes them, to be
// kept as long as the snapshot is the same.
type Weights struct {
	state  uint64    // of the snapshot and n: see stateOf
	fields uint64    // hash of their names
	norms  []float32 // by document; a float32 rounds a score in the 7th digit
	sizes  []uint32
}

func (w *Weights) norm(doc int) float64 { return float64(w.norms[doc]) }
func (w *Weights) size(doc int) int     { return int(w.sizes[doc]) }

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
	b := make([]byte, 0, weightsHead+8*len(w.norms)+4)
	b = append(b, weightsMagic...)
	b = binary.LittleEndian.AppendUint64(b, w.state)
	b = binary.LittleEndian.AppendUint64(b, w.fields)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(w.norms)))
	for i, norm := range w.norms {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(norm))
		b = binary.LittleEndian.AppendUint32(b, w.sizes[i])
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
	w.state = binary.LittleEndian.Uint64(b[len(weightsMagic):])
	w.fields = binary.LittleEndian.Uint64(b[len(weightsMagic)+8:])
	w.norms, w.sizes = make([]float32, n), make([]uint32, n)
	for i, at := 0, body[weightsHead:]; len(at) > 0; i, at = i+1, at[8:] {
		w.norms[i] = math.Float32frombits(binary.LittleEndian.Uint32(at))
		w.sizes[i] = binary.LittleEndian.Uint32(at[4:])
	}
	return nil
}
