package disk

import (
	"context"
	"errors"
	"io"
	"slices"
)

// An index that was copied without hard links has each published segment twice. Before a repair
// drops a segment of the store it takes the published file, if that is whole.

// restoreSegments replaces the store's damaged segments by published ones. It reports whether there
// were any. Hold the lock of the list, so that no process publishes.
func (r *repair) restoreSegments(ctx context.Context, files []string) (restored bool, err error) {
	whole, err := r.wholeSegments(ctx, files)
	if err != nil || len(whole) == 0 {
		return false, err
	}
	generations, err := r.dir.generations()
	if err != nil {
		return false, err
	}
	for _, name := range whole {
		if err := r.dir.takeSegment(generationName(generations[0])+"/", name); err != nil {
			return false, err
		}
	}
	return true, r.dir.sync(storeDir)
}

// wholeSegments returns the files that are intact in the published state.
func (r *repair) wholeSegments(ctx context.Context, files []string) (whole []string, err error) {
	b, err := r.dir.openPublished(ctx)
	if b == nil || errors.Is(err, ErrDamaged) {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	defer b.Close()
	reader, err := scorchReader(b)
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	for _, s := range reader.Segments() {
		if name := segmentName(s); slices.Contains(files, name) && checkSegment(ctx, s) == nil {
			whole = append(whole, name)
		}
	}
	return whole, ctx.Err()
}

// takeSegment replaces a segment of the store by a generation's segment. It copies the file if the
// file system has no hard links.
func (d folder) takeSegment(from, name string) error {
	name = storeDir + "/" + name
	if err := d.removeAll(name); err != nil {
		return err
	}
	if d.linkTo(from+name, name) == nil {
		return nil
	}
	return d.copyTo(from+name, name)
}

// copyTo writes and syncs a copy of a file.
func (d folder) copyTo(old, new string) error {
	from, err := d.open(old)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := d.create(new)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Sync(), to.Close())
}
