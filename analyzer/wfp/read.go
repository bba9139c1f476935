package wfp

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Sum is the MD5 of a content.
type Sum [md5.Size]byte

// String returns the sum in hexadecimal.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// ParseSum parses a sum in hexadecimal.
func ParseSum(text string) (s Sum, err error) {
	if len(text) != 2*len(s) {
		return s, errors.New("it is not an MD5, which has 32 hexadecimal digits")
	}
	_, err = hex.Decode(s[:], []byte(text))
	return s, err
}

// File is a file of a .wfp.
type File struct {
	Sum Sum
	// Other is the sum of the same text with other line endings; zero if unknown.
	Other Sum
	Size  int64
	Name  string // as the client wrote it
	// Prints are in the order of the file. They may be fewer than the file has.
	Prints []Print
}

// Read reads the text of a .wfp. The files own their memory, less than 16 times the text. Lines of
// other kinds, such as hpsm and component, are ignored.
func Read(text []byte) (files []File, err error) {
	for n := 1; len(text) > 0; n++ {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) == 0 {
			continue
		}
		key, value, ok := bytes.Cut(line, []byte("="))
		if !ok || len(key) == 0 {
			return nil, fmt.Errorf("line %d of the .wfp has no KEY=VALUE: send what scanoss-py wfp makes", n)
		}
		if files, err = add(files, key, value); err != nil {
			return nil, fmt.Errorf("line %d of the .wfp: %w", n, err)
		}
	}
	if len(files) == 0 {
		return nil, errors.New("the .wfp has no file: send what scanoss-py wfp makes")
	}
	return files, nil
}

// add adds the content of a line to the files.
func add(files []File, key, value []byte) ([]File, error) {
	if string(key) == "file" {
		f, err := readFile(value)
		return append(files, f), err
	}
	isNumber := key[0] >= '0' && key[0] <= '9'
	if !isNumber && string(key) != "fh2" {
		return files, nil
	}
	if len(files) == 0 {
		return nil, errors.New("no file= line before it")
	}
	f := &files[len(files)-1]
	if isNumber {
		return files, f.readPrints(key, value)
	}
	var err error
	f.Other, err = ParseSum(string(value))
	return files, err
}

// readFile reads MD5,SIZE,NAME.
func readFile(value []byte) (f File, err error) {
	parts := bytes.SplitN(value, []byte(","), 3)
	if len(parts) < 3 {
		return f, errors.New("file= needs MD5,SIZE,NAME")
	}
	if f.Sum, err = ParseSum(string(parts[0])); err != nil {
		return f, err
	}
	if f.Size, err = strconv.ParseInt(string(parts[1]), 10, 64); err != nil || f.Size < 0 {
		return f, errors.New("the size is not a number")
	}
	f.Name = string(parts[2])
	return f, nil
}

// readPrints reads LINE=HASH,HASH.
func (f *File) readPrints(key, value []byte) error {
	line, err := strconv.ParseUint(string(key), 10, 31)
	if err != nil || line == 0 {
		return errors.New("line numbers are from 1 to " + strconv.Itoa(math.MaxInt32))
	}
	for more := true; more; {
		var digits []byte
		digits, value, more = bytes.Cut(value, []byte(","))
		var hash [4]byte
		if len(digits) != 2*len(hash) {
			return errors.New("a hash has 8 hexadecimal digits")
		}
		if _, err := hex.Decode(hash[:], digits); err != nil {
			return errors.New("a hash has 8 hexadecimal digits")
		}
		h := uint32(hash[0])<<24 | uint32(hash[1])<<16 | uint32(hash[2])<<8 | uint32(hash[3])
		f.Prints = append(f.Prints, Print{h, uint32(line)})
	}
	return nil
}
