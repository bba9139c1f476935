package license

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Template is a text for [Build].
type Template struct {
	ID   string
	Kind byte // t: the text of a licence, n: a notice, x: an exception, -: sentences beside a notice
	Text string
}

// blockSize is about how many bytes of templates a block of the data has.
const blockSize = 128 << 10

// Build makes the data of this package, spdx.bin and phrases.bin. The command bench/licenses calls
// it.
func Build(entries []Entry, all []Template) (list, phrases []byte, err error) {
	programs := make([]*program, len(all))
	for i, t := range all {
		programs[i] = compile([]byte(t.Text))
		if programs[i].least < phraseWords {
			return nil, nil, fmt.Errorf("the template of %s has no %d words", t.ID, phraseWords)
		}
	}
	own := make([][]uint32, len(all))
	for i, p := range programs {
		own[i] = phrasesOf(p)
	}
	order := similar(own)
	var table strings.Builder
	for _, e := range entries {
		flags := ""
		for _, f := range []struct {
			set  bool
			flag string
		}{{e.Exception, "x"}, {e.Deprecated, "d"}, {e.OSI, "o"}} {
			if f.set {
				flags += f.flag
			}
		}
		fmt.Fprintf(&table, "%s\t%s\t%s\n", e.ID, e.Name, flags)
	}
	table.WriteString("\n")
	var blocks [][]byte
	for _, i := range order {
		t := all[i]
		if n := len(blocks); n == 0 || len(blocks[n-1])+len(t.Text) > blockSize && len(blocks[n-1]) > 0 {
			blocks = append(blocks, nil)
		}
		n := len(blocks)
		blocks[n-1] = append(blocks[n-1], t.Text...)
		fmt.Fprintf(&table, "%s\t%c\t%d\t%d\n", t.ID, t.Kind, n, len(t.Text))
	}
	blocks = slices.Insert(blocks, 0, []byte(table.String()))
	list, err = pack(blocks)
	return list, packPhrases(own, order), err
}

// similar orders the numbers of templates so that similar ones follow each other.
func similar(phrases [][]uint32) (order []int) {
	sets := make([]map[uint32]bool, len(phrases))
	for i, all := range phrases {
		sets[i] = map[uint32]bool{}
		for _, h := range all {
			sets[i][h] = true
		}
	}
	left := make([]int, len(phrases))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 {
		next := 0
		if len(order) > 0 {
			last, best := sets[order[len(order)-1]], -1.0
			for k, i := range left {
				shared := 0
				for h := range sets[i] {
					if last[h] {
						shared++
					}
				}
				if alike := float64(shared) / float64(1+len(sets[i])+len(last)-shared); alike > best {
					next, best = k, alike
				}
			}
		}
		order = append(order, left[next])
		left = slices.Delete(left, next, next+1)
	}
	return order
}

// pack compresses blocks.
func pack(blocks [][]byte) ([]byte, error) {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(1<<20), zstd.WithEncoderCRC(true))
	if err != nil {
		return nil, err
	}
	head := binary.AppendUvarint(nil, uint64(len(blocks)))
	var body []byte
	for _, b := range blocks {
		frame := w.EncodeAll(b, nil)
		head = binary.AppendUvarint(head, uint64(len(frame)))
		body = append(body, frame...)
	}
	return append(head, body...), errors.Join(w.Close())
}

// packPhrases chooses the phrases of each template. The templates are numbered in the order.
func packPhrases(own [][]uint32, order []int) []byte {
	users := map[uint32]int{}
	for _, all := range own {
		seen := map[uint32]bool{}
		for _, h := range all {
			if !seen[h] {
				seen[h] = true
				users[h]++
			}
		}
	}
	type entry struct {
		hash     uint32
		template int
	}
	var entries []entry
	for number, i := range order {
		all := own[i]
		chosen := map[uint32]bool{}
		parts := min(mostPhrases, len(all))
		for k := range parts {
			part := all[k*len(all)/parts : (k+1)*len(all)/parts]
			best := slices.MinFunc(part, func(a, b uint32) int { return cmp.Compare(users[a], users[b]) })
			if !chosen[best] {
				chosen[best] = true
				entries = append(entries, entry{best, number})
			}
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.template, b.template)) })
	var out bytes.Buffer
	for _, e := range entries {
		out.Write([]byte{byte(e.hash), byte(e.hash >> 8), byte(e.hash >> 16), byte(e.hash >> 24), byte(e.template), byte(e.template >> 8)})
	}
	return out.Bytes()
}
