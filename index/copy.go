package index

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// CopyReport counts the copied records, and those that were there already.
type CopyReport struct {
	Contents    int `json:"contents"`    // new ones
	Known       int `json:"known"`       // contents that were there
	Occurrences int `json:"occurrences"` // copied
	Skipped     int `json:"skipped"`     // records of skipped files
	Boilerplate int `json:"boilerplate"` // copied texts
}

// ImportedFrom begins [CopyOptions].From if that is a file of hashes; its absolute path follows.
const ImportedFrom = "import:"

// CopyOptions are the options of a copy. The zero value is the default.
type CopyOptions struct {
	// From is the absolute path or the address of the copied index. Of a file it is the path after
	// [ImportedFrom]. An error names it to explain how to complete a killed copy.
	From string
	// Progress is called with the report so far, and the number of all contents.
	Progress func(r CopyReport, contents int)
}

// Copied is the input of [Copy]: a [Catalog] state, or a file of hashes.
type Copied interface {
	Contents() int
	EachDocument(ctx context.Context, f func(Document) error) error
	Occurrences(ctx context.Context, w Where, f func(Occurrence) error) error
	EachBoilerplate(ctx context.Context, f func(Boilerplate) error) error
}

// CopiedOf returns the part of a state that Copy reads. It is an error if the state is not a
// [Catalog].
func CopiedOf(s State) (Copied, error) {
	if c, ok := s.(Copied); ok {
		return c, nil
	}
	return nil, errNoCatalog
}

// Copy copies a state to another index, without the sources. It copies contents with their terms,
// occurrences, records of skipped files and boilerplate. settings are the state's settings; both
// indexes must have the same analyzer, and the other one no more bits of a term. The other index
// keeps its documents; an occurrence at the same place is replaced. If ctx is done, the next copy
// does the rest. An index of hashes only then removes contents that have no occurrence any more.
func Copy(ctx context.Context, from Copied, settings Settings, to Writer, o CopyOptions) (CopyReport, error) {
	report, err := runCopy(ctx, from, settings, to, o)
	if err != nil {
		err = fmt.Errorf("copying an index: %w", err)
	}
	return report, err
}

func runCopy(ctx context.Context, from Copied, settings Settings, to Writer, o CopyOptions) (CopyReport, error) {
	c := &copying{from: from, to: to, o: o, batch: new(Batch)}
	err := c.run(ctx, settings)
	return c.report, err
}

// copying is one call of [Copy].
type copying struct {
	from   Copied
	to     Writer
	o      CopyOptions
	report CopyReport
	had    bool       // contents, before the copy
	mask   uint64     // selects the bits of a hash that the other index keeps
	group  []Document // to look up whether they are known
	batch  *Batch
}

func (c *copying) run(ctx context.Context, settings Settings) error {
	want := settings
	want.Shards, want.Analyzer.TermBits = 0, 0
	to := c.to.Settings()
	if err := to.Match("to copy to", want); err != nil {
		return err
	}
	if have := settings.TermBits(); have < to.TermBits() {
		return option.Fail(option.FewTermBits, have, option.TermBits, to.TermBits())
	}
	c.mask = to.Analyzer.TermMask()
	if err := c.to.Begin(ctx, "", c.o.From); err != nil {
		return err
	}
	before, err := c.to.State()
	if err != nil {
		return err
	}
	c.had = before.Contents() > 0
	if err := before.Close(); err != nil {
		return err
	}
	err = c.from.EachDocument(ctx, func(d Document) error { return c.content(ctx, d) })
	if err == nil {
		err = c.flush(ctx)
	}
	if err == nil && c.to.Settings().HashOnly { // the replaced document may be the last occurrence of a content
		c.batch.Review = c.had
	}
	if err == nil {
		err = c.files(ctx)
	}
	if err == nil && c.to.Settings().HashOnly {
		err = c.review(ctx)
	}
	if err == nil {
		err = c.to.Merge(ctx, true)
	}
	return publishUnless(ctx, c.to, err)
}

// review removes contents without occurrences.
func (c *copying) review(ctx context.Context) error {
	a, err := c.to.Settings().NewAnalyzer()
	if err != nil {
		return err
	}
	return reviewIfDue(ctx, c.to, a)
}

// content adds a content to the group.
func (c *copying) content(ctx context.Context, d Document) error {
	room := make([]uint64, 0, len(d.Hashes[analyzer.Structure])+len(d.Hashes[analyzer.Exact]))
	for r, hashes := range d.Hashes { // valid during the call only
		from := len(room)
		for _, h := range hashes {
			room = append(room, h&c.mask)
		}
		d.Hashes[r] = room[from:len(room):len(room)]
	}
	c.group = append(c.group, d)
	if len(c.group) < groupSize {
		return nil
	}
	return c.ask(ctx)
}

// ask adds the unknown contents of the group to the batch.
func (c *copying) ask(ctx context.Context) error {
	ids := make([]string, len(c.group))
	for i := range c.group {
		ids[i] = c.group[i].ID
	}
	known, err := c.to.Known(ctx, ids)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, k := range known {
		there[k.ID] = true
	}
	for _, d := range c.group {
		if there[d.ID] {
			c.report.Known++
			continue
		}
		c.batch.put(d)
		c.report.Contents++
		if err := c.writeIfFull(ctx); err != nil {
			return err
		}
	}
	c.group = nil
	return nil
}

// flush writes the remaining batch.
func (c *copying) flush(ctx context.Context) error {
	if err := c.ask(ctx); err != nil {
		return err
	}
	return c.write(ctx)
}

func (c *copying) writeIfFull(ctx context.Context) error {
	if !c.to.Full(c.batch) {
		return nil
	}
	if err := c.write(ctx); err != nil {
		return err
	}
	return c.to.Merge(ctx, false)
}

// write writes the batch. The writer may keep its slices.
func (c *copying) write(ctx context.Context) error {
	if c.o.Progress != nil {
		c.o.Progress(c.report, c.from.Contents())
	}
	if c.batch.Len() == 0 {
		return nil
	}
	err := c.to.Write(ctx, c.batch)
	c.batch = new(Batch)
	return err
}

// files copies occurrences, skipped files and boilerplate, whose contents are written.
func (c *copying) files(ctx context.Context) error {
	err := c.from.Occurrences(ctx, Where{Both: true}, func(o Occurrence) error {
		if o.Skipped == "" {
			c.report.Occurrences++
		} else {
			c.report.Skipped++
		}
		c.batch.Occurrences = append(c.batch.Occurrences, o)
		return c.writeIfFull(ctx)
	})
	if err != nil {
		return err
	}
	err = c.from.EachBoilerplate(ctx, func(b Boilerplate) error {
		c.report.Boilerplate++
		c.batch.Boilerplate = append(c.batch.Boilerplate, b)
		return c.writeIfFull(ctx)
	})
	if err != nil {
		return err
	}
	return c.write(ctx)
}
