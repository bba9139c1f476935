package serve

import (
	"archive/zip"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// uploads is the folder of an upload in that of its job.
const uploads = "upload"

// Upload is a request whose body is not read into memory, but into a file.
type Upload struct {
	Name string `query:"name" maxLength:"255" doc:"file name of the archive, such as work.zip or work.tar.gz; not needed for multipart/form-data"`

	request *http.Request
	writer  http.ResponseWriter
}

// Resolve implements [huma.Resolver].
func (u *Upload) Resolve(ctx huma.Context) []error {
	u.request, u.writer = humago.Unwrap(ctx)
	return nil
}

// isUpload reports whether the body of a request is an upload.
func isUpload(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, prefix+"/jobs/")
}

// uploadBody describes the bodies of uploads.
func uploadBody() *huma.RequestBody {
	file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	return &huma.RequestBody{Required: true, Description: "An archive, or the files of a folder with their paths as file names.",
		Content: map[string]*huma.MediaType{
			"application/octet-stream": file,
			"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{
				"files": {Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
			}}},
		}}
}

// save writes the upload as an archive into the folder, and returns its path. Each part of it must come within the
// time of a request, and all of it within that of a job.
func (u *Upload) save(dir string, l Limits) (string, error) {
	control := http.NewResponseController(u.writer)
	body := &slowly{http.MaxBytesReader(u.writer, u.request.Body, l.Upload), control, l.Body, time.Now().Add(l.JobTime)}
	defer func() { _ = control.SetWriteDeadline(time.Now().Add(l.Body)) }()
	dir = filepath.Join(dir, uploads)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	kind, parameters, _ := mime.ParseMediaType(u.request.Header.Get("Content-Type"))
	name, write := u.Name, func(f io.Writer) error { _, err := io.Copy(f, body); return err }
	if kind == "multipart/form-data" {
		name = "upload.zip"
		write = func(f io.Writer) error { return zipped(f, multipart.NewReader(body, parameters["boundary"])) }
	}
	if !corpus.IsArchive(name) || name != filepath.Base(name) || strings.ContainsAny(name, "/\\\x00") {
		return "", huma.NewError(http.StatusUnprocessableEntity, quoted(name)+" is no file name of an archive: add ?name=work.zip, .tar, .tar.gz or the like")
	}
	path := filepath.Join(dir, name)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	return path, uploadFailed(errors.Join(write(f), f.Close()))
}

// uploadFailed returns the problem of an upload.
func uploadFailed(err error) error {
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &large):
		return huma.NewError(http.StatusRequestEntityTooLarge, "the upload is larger than --max-upload of the server: upload fewer files")
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return huma.NewError(http.StatusRequestTimeout, "the upload did not come whole: try again")
	}
	return huma.NewError(http.StatusBadRequest, "the upload cannot be read or kept: send an archive, or files as multipart/form-data")
}

// slowly reads a body whose parts must each come in time.
type slowly struct {
	io.Reader
	control *http.ResponseController
	each    time.Duration
	end     time.Time
}

func (s *slowly) Read(b []byte) (int, error) {
	deadline := time.Now().Add(s.each)
	if deadline.After(s.end) {
		deadline = s.end
	}
	if err := s.control.SetReadDeadline(deadline); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	return s.Reader.Read(b)
}

// mostFiles bounds the files of an upload in parts, as an archive may hold no more.
const mostFiles = 100_000

// zipped writes the files of a form as an archive. Their names are not names of files here.
func zipped(out io.Writer, form *multipart.Reader) error {
	w := zip.NewWriter(out)
	for range mostFiles {
		part, err := form.NextRawPart()
		if err == io.EOF {
			return w.Close()
		}
		if err != nil {
			return err
		}
		_, parameters, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		name := strings.TrimLeft(strings.ReplaceAll(parameters["filename"], `\`, "/"), "/")
		if name == "" {
			continue // not a file
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: time.Now()})
		if err == nil {
			_, err = io.Copy(f, part)
		}
		if err != nil {
			return err
		}
	}
	return errors.New("too many files")
}
