package serve

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

const (
	// MostFiles bounds the files of a form; it is also the limit of an archive.
	MostFiles = 100_000
	// mostField bounds a field of a form, in bytes, and mostFields their number.
	mostField  = 4096
	mostFields = 100
)

// saveForm writes the files of a form into an archive in a folder. The files of its fields base and
// archive go into other archives, if withBase is set. So clients do not choose names of files on
// the server. A single file that is an archive is kept as it is.
func saveForm(dir string, form *multipart.Reader, withBase bool) (got received, err error) {
	files := &packed{path: filepath.Join(dir, "upload.zip")}
	base, archive := &packed{path: filepath.Join(dir, "base", "base.zip")}, &packed{path: filepath.Join(dir, "archive", "archive.zip"), plain: true}
	defer func() { err = errors.Join(err, files.close(), base.close(), archive.close()) }()
	got.fields = map[string]string{}
	for {
		p, err := nextPart(form)
		if err == io.EOF {
			break
		}
		switch {
		case err != nil:
		case p.file == "":
			err = got.addField(p)
		case files.n+base.n+archive.n == MostFiles:
			err = huma.NewError(http.StatusRequestEntityTooLarge, fmt.Sprintf("the upload has more than %d files: upload fewer", MostFiles))
		case withBase && p.field == "base":
			err = base.add(p.file, p)
		case withBase && p.field == "archive":
			err = archive.add(p.file, p)
		default:
			err = files.add(p.file, p)
		}
		if err != nil {
			return got, err
		}
	}
	if files.n == 0 {
		return got, huma.NewError(http.StatusUnprocessableEntity, "the upload has no files: choose a folder, files or an archive")
	}
	if got.files, err = files.end(); err != nil {
		return got, err
	}
	got.packed = got.files == files.path
	if base.n > 0 {
		if got.base, err = base.end(); err != nil {
			return got, err
		}
	}
	if archive.n > 0 {
		got.archive, err = archive.end()
	}
	return got, err
}

// formPart is a part of a form.
type formPart struct {
	io.Reader
	field string
	file  string // path of the file; empty for another field
}

func nextPart(form *multipart.Reader) (formPart, error) {
	part, err := form.NextRawPart()
	if err != nil {
		return formPart{}, err
	}
	_, parameters, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	return formPart{part, parameters["name"], strings.TrimLeft(strings.ReplaceAll(parameters["filename"], `\`, "/"), "/")}, nil
}

// addField keeps the beginning of a field, unless there are too many.
func (r *received) addField(p formPart) error {
	if len(r.fields) == mostFields {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(p, mostField))
	r.fields[p.field] = string(text)
	return err
}

// packed is an archive of the files of a form.
type packed struct {
	path  string
	plain bool     // a single archive is not kept as it is
	f     *os.File // nil before the first file, and after the end
	w     *zip.Writer
	n     int
	name  string         // of the last file
	seen  map[string]int // number of files by original and final path
}

// add adds a file. If an earlier file has the same path, it goes into a folder of its own, such as
// a/~2/b.go.
func (p *packed) add(name string, source io.Reader) (err error) {
	if p.f == nil {
		if err := os.MkdirAll(filepath.Dir(p.path), 0o700); err != nil {
			return err
		}
		if p.f, err = os.OpenFile(p.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err != nil {
			return err
		}
		p.w, p.seen = zip.NewWriter(p.f), map[string]int{}
	}
	p.n, p.name = p.n+1, p.unlike(name)
	f, err := p.w.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Store, Modified: time.Now()})
	if err == nil {
		_, err = io.Copy(f, source)
	}
	return err
}

// unlike returns a path that no earlier file has.
func (p *packed) unlike(name string) string {
	if clean := path.Clean("/" + name)[1:]; clean != "" {
		name = clean
	}
	folder, base := path.Split(name)
	other := name
	for p.seen[other] > 0 {
		p.seen[name]++
		other = fmt.Sprintf("%s~%d/%s", folder, p.seen[name], base)
	}
	p.seen[other]++
	return other
}

// end returns the path of the archive: this one, or the only file in it.
func (p *packed) end() (string, error) {
	if err := errors.Join(p.w.Close(), p.close()); err != nil {
		return "", err
	}
	name := path.Base(p.name)
	if p.plain || p.n > 1 || !corpus.IsArchive(name) || !isFileName(name) {
		return p.path, nil
	}
	r, err := zip.OpenReader(p.path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	only, err := r.File[0].Open()
	if err != nil {
		return "", err
	}
	defer only.Close()
	within := filepath.Join(filepath.Dir(p.path), "only")
	if err := os.Mkdir(within, 0o700); err != nil {
		return "", err
	}
	return filepath.Join(within, name), copyTo(filepath.Join(within, name), only)
}

// close closes the file, unless it is closed.
func (p *packed) close() error {
	if p.f == nil {
		return nil
	}
	f := p.f
	p.f = nil
	return f.Close()
}
