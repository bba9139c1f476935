package scan

import (
	"context"
	"errors"
	"strings"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/purl"
)

// Component returns the vendored component, such as deps/lua, that the document is in. It returns
// nothing if the document has a package of its own.
func (o Origin) Component() (folder, name string) {
	if o.Package != "" && purl.WithoutVersion(o.Package) != purl.WithoutVersion(purl.OfRepository(o.Repository, "")) {
		return "", ""
	}
	return notice.Vendored(o.Path)
}

// mostVersions bounds the files that are read for the version of a component.
const mostVersions = 8

// nameVersions sets the versions of the components that copies are from.
func (s *scanner) nameVersions(ctx context.Context) error {
	type place struct{ root, folder string }
	files := map[place][]string{} // contents that may have the version
	roots := map[string]bool{}
	for i := range s.report.Findings {
		o := &s.report.Findings[i].Origin
		if folder, _ := o.Component(); folder != "" {
			files[place{o.Root, folder}], roots[o.Root] = nil, true
		}
	}
	for root := range roots {
		err := s.state.Occurrences(ctx, index.Where{Root: root}, func(o index.Occurrence) error {
			folder, name := notice.Vendored(o.Path)
			at := place{root, folder}
			if all, wanted := files[at]; wanted && len(all) < mostVersions && notice.IsVersion(o.Path[len(folder)+1:], name) {
				files[at] = append(all, o.Content)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	versions := map[place]string{}
	for at, all := range files {
		for _, content := range all {
			_, source, err := index.SourceOf(ctx, s.state, content)
			if err != nil && !errors.Is(err, index.ErrSourceGone) && !errors.Is(err, index.ErrUnknownContent) {
				return err
			}
			v := notice.Version(source)
			if before := versions[at]; before != "" && v != "" && !strings.HasPrefix(v, before) && !strings.HasPrefix(before, v) {
				versions[at] = "" // of several things
				break
			}
			if len(v) > len(versions[at]) {
				versions[at] = v
			}
		}
	}
	for i := range s.report.Findings {
		o := &s.report.Findings[i].Origin
		if folder, _ := o.Component(); folder != "" {
			o.Version = versions[place{o.Root, folder}]
		}
	}
	return nil
}
