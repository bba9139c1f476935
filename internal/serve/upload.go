package serve

import (
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// uploads is the folder of an upload in the folder of its job.
const uploads = "upload"

// Upload is a request whose body goes to a file, not into memory.
type Upload struct {
	Name string `query:"name" maxLength:"255" doc:"file name of the archive, such as work.zip or work.tar.gz; optional for multipart/form-data"`

	request *http.Request
	writer  http.ResponseWriter
}

// Resolve implements [huma.Resolver].
func (u *Upload) Resolve(ctx huma.Context) []error {
	u.request, u.writer = humago.Unwrap(ctx)
	return nil
}

// The paths of the forms of jobs: see [Server.StartPairs] and [Server.StartScan].
const (
	PairsForm = "/pairs"
	ScanForm  = "/scan"
)

// isUpload reports whether the body of a request is an upload.
func isUpload(r *http.Request) bool {
	return r.Method == http.MethodPost && slices.Contains([]string{jobsPath + "/" + jobPairs, jobsPath + "/" + jobScan, PairsForm, ScanForm}, r.URL.Path)
}

// uploadBody describes the body of an upload; withBase adds the fields base and archive.
func uploadBody(withBase bool) *huma.RequestBody {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	files := &huma.Schema{Type: huma.TypeArray, Items: file}
	form := map[string]*huma.Schema{"files": files}
	if withBase {
		form["base"] = &huma.Schema{Type: huma.TypeArray, Items: file, Description: "base code; ignored in the comparison"}
		form["archive"] = &huma.Schema{Type: huma.TypeArray, Items: file, Description: "earlier submissions, in a folder or archive for each year; not compared with each other"}
	}
	return &huma.RequestBody{Required: true, Description: "An archive, or the files of a folder with their paths as file names.",
		Content: map[string]*huma.MediaType{
			octetStream:           {Schema: file},
			"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: form}},
		}}
}

const octetStream = "application/octet-stream"

// received is an upload that was saved.
type received struct {
	files, base, archive string            // paths of archives; base and archive are optional
	packed               bool              // files has what a form named, and is no archive of the client
	fields               map[string]string // of a form, besides the files
}

// onlyFiles returns an error if the form has another field than files. The API takes no options
// from it.
func (r received) onlyFiles() error {
	for _, name := range slices.Sorted(maps.Keys(r.fields)) {
		return huma.NewError(http.StatusUnprocessableEntity, "the field "+quoted(name)+" of the form is not a file: send options as parameters of the address, such as ?minScore=0.5")
	}
	return nil
}

// save writes the upload as an archive into the folder. Each read must finish within the limit
// Body, and the whole upload within the limit JobTime.
func (u *Upload) save(dir string, l Limits, withBase bool) (got received, err error) {
	control := http.NewResponseController(u.writer)
	body := &slowly{http.MaxBytesReader(u.writer, u.request.Body, l.Upload), control, l.Body, time.Now().Add(l.JobTime)}
	defer func() { _ = control.SetWriteDeadline(time.Now().Add(l.Body)) }()
	dir = filepath.Join(dir, uploads)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return got, uploadFailed(err)
	}
	if boundary, is := u.form(); is {
		got, err = saveForm(dir, multipart.NewReader(body, boundary), withBase)
		return got, uploadFailed(err)
	}
	if !corpus.IsArchive(u.Name) || !isFileName(u.Name) {
		return got, huma.NewError(http.StatusUnprocessableEntity, quoted(u.Name)+" is not the name of an archive: add ?name=work.zip (or .tar, .tar.gz)")
	}
	got.files = filepath.Join(dir, u.Name)
	return got, uploadFailed(copyTo(got.files, body))
}

// form reports whether the upload is a form, and returns the boundary of its parts.
func (u *Upload) form() (boundary string, is bool) {
	kind, parameters, _ := mime.ParseMediaType(u.request.Header.Get("Content-Type"))
	return parameters["boundary"], kind == "multipart/form-data"
}

// isFileName reports whether a name is a plain file name, without a folder.
func isFileName(name string) bool {
	return name == filepath.Base(name) && !strings.ContainsAny(name, "/\\\x00") && len(name) <= 255
}

// copyTo writes a new file.
func copyTo(path string, from io.Reader) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}

// uploadFailed returns the problem of an upload.
func uploadFailed(err error) error {
	var large *http.MaxBytesError
	var told huma.StatusError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &told):
		return err
	case errors.As(err, &large):
		return huma.NewError(http.StatusRequestEntityTooLarge, "the upload exceeds the server's --max-upload: upload fewer files")
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return huma.NewError(http.StatusRequestTimeout, "the upload is incomplete: try again")
	}
	if stored := ofFiles(err); errors.As(stored, new(storeError)) {
		return stored
	}
	return huma.NewError(http.StatusBadRequest, "the upload cannot be read: send an archive, or files as multipart/form-data")
}

// slowly reads a body with a deadline for each read.
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
