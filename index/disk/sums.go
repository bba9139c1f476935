package disk

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/segment"
)

// sumsFile holds the checksums of metaFile and storeList of a generation.
const sumsFile = "sums"

// castagnoli is the polynomial of the sums.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumsOf returns the content of [sumsFile], all little-endian. It is the CRC-32C of both files, 4
// bytes each; for each segment the number in its name, 8 bytes, and its checksum, 4 bytes; and the
// CRC-32C of all preceding bytes. So a segment of another index or another state is detected.
func sumsOf(meta, list []byte, segments map[string]uint32) []byte {
	sums := binary.LittleEndian.AppendUint32(nil, crc32.Checksum(meta, castagnoli))
	sums = binary.LittleEndian.AppendUint32(sums, crc32.Checksum(list, castagnoli))
	for _, name := range slices.Sorted(maps.Keys(segments)) {
		number, _ := segmentNumber(name)
		sums = binary.LittleEndian.AppendUint64(sums, number)
		sums = binary.LittleEndian.AppendUint32(sums, segments[name])
	}
	return binary.LittleEndian.AppendUint32(sums, crc32.Checksum(sums, castagnoli))
}

// parseSums returns the checksums of the segments by file name. ok is false if sums is damaged or
// does not match these two files.
func parseSums(sums, meta, list []byte) (segments map[string]uint32, ok bool) {
	segments = map[string]uint32{}
	for at := 8; at+12 < len(sums); at += 12 {
		segments[segmentFile(binary.LittleEndian.Uint64(sums[at:]))] = binary.LittleEndian.Uint32(sums[at+8:])
	}
	return segments, bytes.Equal(sums, sumsOf(meta, list, segments))
}

// segmentFile returns the name that Bleve gives to the file of a segment.
func segmentFile(number uint64) string { return fmt.Sprintf("%012x.zap", number) }

// segmentNumber is the inverse of [segmentFile].
func segmentNumber(name string) (number uint64, ok bool) {
	number, err := strconv.ParseUint(strings.TrimSuffix(name, ".zap"), 16, 64)
	return number, err == nil && segmentFile(number) == name
}

// segmentSums returns the checksums of the segments of a generation, by file name.
func (d folder) segmentSums() (map[string]uint32, error) {
	names, err := d.names(storeDir)
	if err != nil {
		return nil, err
	}
	sums := map[string]uint32{}
	for _, name := range names {
		if _, ok := segmentNumber(name); !ok {
			continue
		}
		if sums[name], err = d.segmentSum(storeDir + "/" + name); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

func (d folder) segmentSum(name string) (uint32, error) {
	f, err := d.open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return segment.ReadCRC(f, info.Size())
}

// publishedSums returns the checksums of the segments that were published last. It returns nil if
// they cannot be read; opening the published state then returns the error.
func (d folder) publishedSums() map[string]uint32 {
	generations, err := d.generations()
	if err != nil || len(generations) == 0 {
		return nil
	}
	segments, err := d.sub(generationName(generations[0])).readSums()
	if err != nil {
		return nil
	}
	return segments
}

// readSums returns the checksums of a generation's segments. The error wraps [ErrDamaged] if its
// other files do not match theirs.
func (d folder) readSums() (map[string]uint32, error) {
	var files [3][]byte
	var err error
	for i, f := range []struct {
		name  string
		limit int64
	}{{metaFile, maxSmall}, {storeList, maxList}, {sumsFile, maxSmall}} {
		if files[i], err = d.read(f.name, f.limit); err != nil {
			return nil, damagedIfMissing(err)
		}
	}
	segments, ok := parseSums(files[2], files[0], files[1])
	if !ok {
		return nil, fmt.Errorf("the checksums in %s are wrong: %w", d.path, errDamagedFiles)
	}
	return segments, nil
}
