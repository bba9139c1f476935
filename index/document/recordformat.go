package document

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"time"
)

// Records are the stored fields of contents and occurrences: numbers are varints, and texts follow
// their length. docs/format.md describes them.

// AppendText appends a text and its length.
func AppendText(dst []byte, s string) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(s)))
	return append(dst, s...)
}

// ErrRecord means that a record cannot be decoded.
var ErrRecord = errors.New("its record is damaged")

// unpacker reads a record. After an error it returns 0 and empty texts.
type unpacker struct {
	rest []byte
	err  error
}

func (u *unpacker) uint() uint64 {
	v, n := binary.Uvarint(u.rest)
	if u.bytes(n) == nil {
		return 0
	}
	return v
}

// atMost reads a number. A larger one is an error.
func (u *unpacker) atMost(most uint64) uint64 {
	v := u.uint()
	if v > most {
		u.rest, u.err = nil, ErrRecord
		return 0
	}
	return v
}

func (u *unpacker) int() int64 {
	v, n := binary.Varint(u.rest)
	if u.bytes(n) == nil {
		return 0
	}
	return v
}

// bytes returns the next n bytes. It is an error if there are fewer, or n is not positive.
func (u *unpacker) bytes(n int) []byte {
	if n <= 0 || n > len(u.rest) {
		u.rest, u.err = nil, ErrRecord
		return nil
	}
	b := u.rest[:n]
	u.rest = u.rest[n:]
	return b
}

func (u *unpacker) text() string {
	n := u.atMost(uint64(len(u.rest)))
	if n == 0 {
		return ""
	}
	return string(u.bytes(int(n)))
}

// CutText returns the text at the beginning of what [AppendText] has written, and the rest.
func CutText(data []byte) (text string, rest []byte, err error) {
	u := unpacker{rest: data}
	text = u.text()
	return text, u.rest, u.err
}

// end returns the error. Unread bytes are also an error.
func (u *unpacker) end() error {
	if u.err == nil && len(u.rest) > 0 {
		u.err = ErrRecord
	}
	return u.err
}

// SetRecord decodes what Record has encoded. It leaves the place.
func (o *Occurrence) SetRecord(record []byte) error {
	u := unpacker{rest: record}
	return u.occurrence(o)
}

// occurrence reads the rest of a record, without the place.
func (u *unpacker) occurrence(o *Occurrence) error {
	o.Reading.Size, o.Reading.Version = int64(u.atMost(math.MaxInt64)), u.int()
	o.Reading.Choice.Language, o.Reading.Choice.Forced = u.text(), u.atMost(1) == 1
	o.Skipped = Reason(u.text())
	o.Content = hex.EncodeToString([]byte(u.text()))
	if u.err == nil && len(u.rest) > 0 {
		o.Reading.DateOffset = u.origin(&o.Origin)
	}
	if err := u.end(); err != nil {
		return fmt.Errorf("occurrence %q: %w", o.Path, err)
	}
	return nil
}

// MarshalBinary implements [encoding.BinaryMarshaler]. It encodes all that an index keeps of an
// occurrence or of a skipped file. The error explains that Content is not an id.
func (o Occurrence) MarshalBinary() ([]byte, error) {
	record, err := o.Record()
	if err != nil {
		return nil, err
	}
	var place []byte
	for _, part := range []string{o.Collection, o.Root, o.Path, o.Revision} {
		place = AppendText(place, part)
	}
	return append(place, record...), nil
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler].
func (o *Occurrence) UnmarshalBinary(data []byte) error {
	u := unpacker{rest: data}
	*o = Occurrence{Collection: u.text(), Root: u.text(), Path: u.text(), Revision: u.text()}
	return u.occurrence(o)
}

// Record encodes all of an occurrence but the place. The error explains that Content is not an id.
func (o Occurrence) Record() ([]byte, error) {
	content, err := hex.DecodeString(o.Content)
	if err != nil {
		return nil, fmt.Errorf("content %q: not an id: %w", o.Content, err)
	}
	r := binary.AppendUvarint(nil, uint64(o.Reading.Size))
	r = binary.AppendVarint(r, o.Reading.Version)
	r = AppendText(r, o.Reading.Choice.Language)
	forced := uint64(0)
	if o.Reading.Choice.Forced {
		forced = 1
	}
	r = binary.AppendUvarint(r, forced)
	r = AppendText(r, string(o.Skipped))
	return appendOrigin(AppendText(r, string(content)), o.Origin, o.Reading.DateOffset), nil
}

// The known fields of an origin follow a number whose bits name them. From the lowest: date, votes,
// whether the file states its licence, the texts, the date of the last edit, the offset of the
// date, the licence of the project, and the file with it.
const (
	hasDate = 1 << iota
	hasVotes
	licenseInFile
	firstText
	hasEdited     = firstText << 5 // the date of the last edit, after the texts
	hasDateOffset = hasEdited << 1
	hasAround     = hasDateOffset << 1 // the licence of the project, and where it stands, come last
	hasFrom       = hasAround << 1
)

// texts are the texts of an origin in the order of their bits.
func texts(o *Origin) [5]*string {
	return [...]*string{&o.Author, &o.License, &o.URL, &o.Repository, &o.Package}
}

// appendOrigin appends the known fields of an origin, if any.
func appendOrigin(r []byte, o Origin, dateOffset int64) []byte {
	var has uint64
	for i, text := range texts(&o) {
		if *text != "" {
			has |= firstText << i
		}
	}
	if !o.Date.IsZero() {
		has |= hasDate
	}
	if o.Votes != 0 {
		has |= hasVotes
	}
	if o.LicenseInFile {
		has |= licenseInFile
	}
	if !o.Edited.IsZero() {
		has |= hasEdited
	}
	if dateOffset != 0 {
		has |= hasDateOffset
	}
	if o.LicenseAround != "" {
		has |= hasAround
	}
	if o.LicenseFrom != "" {
		has |= hasFrom
	}
	if has == 0 {
		return r
	}
	r = binary.AppendUvarint(r, has)
	if has&hasDate != 0 {
		r = binary.AppendVarint(r, o.Date.Unix())
	}
	if has&hasVotes != 0 {
		r = binary.AppendVarint(r, int64(o.Votes))
	}
	for _, text := range texts(&o) {
		if *text != "" {
			r = AppendText(r, *text)
		}
	}
	if has&hasEdited != 0 {
		r = binary.AppendVarint(r, o.Edited.Unix())
	}
	if has&hasDateOffset != 0 {
		r = binary.AppendUvarint(r, uint64(dateOffset))
	}
	if has&hasAround != 0 {
		r = AppendText(r, o.LicenseAround)
	}
	if has&hasFrom != 0 {
		r = AppendText(r, o.LicenseFrom)
	}
	return r
}

func (u *unpacker) origin(o *Origin) (dateOffset int64) {
	has := u.atMost(2*hasFrom - 1)
	if has&hasDate != 0 {
		o.Date = u.date()
	}
	if has&hasVotes != 0 {
		o.Votes = int(u.int())
	}
	o.LicenseInFile = has&licenseInFile != 0
	for i, text := range texts(o) {
		if has&(firstText<<i) != 0 {
			*text = u.text()
		}
	}
	if has&hasEdited != 0 {
		o.Edited = u.date()
	}
	if has&hasDateOffset != 0 {
		dateOffset = int64(u.atMost(math.MaxInt64))
	}
	if has&hasAround != 0 {
		o.LicenseAround = u.text()
	}
	if has&hasFrom != 0 {
		o.LicenseFrom = u.text()
	}
	return dateOffset
}

// date reads seconds since 1970. A year that JSON cannot hold is an error of the source, so the
// date is unknown.
func (u *unpacker) date() time.Time {
	at := time.Unix(u.int(), 0).UTC()
	if at.Year() < 1 || at.Year() > 9999 {
		return time.Time{}
	}
	return at
}

// Record encodes all of a content but the id.
func (c Content) Record() []byte {
	r := AppendText(nil, c.Language)
	r = binary.AppendUvarint(r, uint64(c.Size))
	r = binary.AppendUvarint(r, uint64(c.Tokens))
	for _, n := range c.Fingerprints {
		r = binary.AppendUvarint(r, uint64(n))
	}
	return r
}

// SetRecord decodes what Record has encoded. It leaves the id.
func (c *Content) SetRecord(record []byte) error {
	u := unpacker{rest: record}
	c.Language, c.Size = u.text(), int64(u.atMost(math.MaxInt64))
	c.Tokens = int(u.atMost(uint64(min(c.Size, math.MaxInt)))) // each has a byte
	for r := range c.Fingerprints {
		c.Fingerprints[r] = int(u.atMost(uint64(c.Tokens))) // each begins at a token
	}
	return u.end()
}
