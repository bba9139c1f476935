package serve

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

type pairsUpload struct {
	Upload
	pairs.Options
	PairsChoices
	Top int `query:"top" minimum:"1" maximum:"5000" default:"5000" doc:"maximum number of listed pairs"`
}

type scanUpload struct {
	Upload
	ScanQuestion
}

// ScanQuestion is what a job that scans asks.
type ScanQuestion struct {
	On
	MinScore   float64 `query:"minScore" minimum:"0" maximum:"1" default:"0" doc:"minimum score of a finding; 0 is the default of the command"`
	Collection string  `query:"collection" doc:"only documents of this collection"`
	Language   string  `query:"language" doc:"name or alias of the language of all files; detected if absent"`
}

type jobQuestion struct {
	ID string `path:"id" maxLength:"64" doc:"id of the job"`
}

// jobAnswer is the response to an upload.
type jobAnswer struct {
	Location string `header:"Location" doc:"address of the job"`
	Body     Job
}

// addJobs adds the operations of jobs.
func (s *Server) addJobs(api huma.API) {
	s.addStarts(api)
	huma.Register(api, s.jobOperation(http.MethodGet, "", "job", "Return the state and progress of a job"), func(_ context.Context, q *jobQuestion) (*response[Job], error) {
		now, err := s.Job(q.ID)
		return &response[Job]{now}, err
	})
	huma.Register(api, s.jobOperation(http.MethodDelete, "", "delete-job", "Cancel or delete a job"), func(_ context.Context, q *jobQuestion) (*struct{}, error) {
		return nil, s.ForgetJob(q.ID)
	})
	s.addFollow(api)
	schemas := api.OpenAPI().Components.Schemas
	result := &huma.Schema{OneOf: []*huma.Schema{
		schemas.Schema(reflect.TypeFor[pairs.Report](), true, ""), schemas.Schema(reflect.TypeFor[scan.Report](), true, ""),
	}}
	s.addResult(api, s.jobOperation(http.MethodGet, "/result", "job-result", "Return the result of a job, as the command prints it in JSON"), resultFile, "application/json", result)
	page := &huma.Schema{Type: huma.TypeString}
	s.addResult(api, s.jobOperation(http.MethodGet, "/report", "job-report", "Return the result of a job as a page of HTML"), pageFile, "text/html; charset=utf-8", page)
}

// addStarts adds the operations that take an upload.
func (s *Server) addStarts(api huma.API) {
	huma.Register(api, s.startOperation(jobPairs, "Compare the files of an upload with each other, as a job"), func(_ context.Context, u *pairsUpload) (*jobAnswer, error) {
		o := u.Options
		o.Top = u.Top
		if err := o.Check(); err != nil {
			return nil, failed(err)
		}
		if _, is := u.form(); u.Groups && !is {
			return nil, huma.NewError(http.StatusUnprocessableEntity, "groups needs multipart/form-data")
		}
		return started(s.newJob(jobPairs, &u.Upload, func(got received) (work, error) { return runPairs(got, o, u.PairsChoices), got.onlyFiles() }))
	})
	huma.Register(api, s.startOperation(jobScan, "Search an index for all files of an upload, as a job"), func(_ context.Context, u *scanUpload) (*jobAnswer, error) {
		o, err := s.scanOf(u.ScanQuestion)
		if err != nil {
			return nil, failed(err)
		}
		return started(s.newJob(jobScan, &u.Upload, func(got received) (work, error) { return runScan(got, s.indexes, u.Index, o), got.onlyFiles() }))
	})
	for _, kind := range []string{jobPairs, jobScan} { // set late, because huma reads a body that it knows of
		api.OpenAPI().Paths[jobsPath+"/"+kind].Post.RequestBody = uploadBody(hasBase(kind))
	}
}

// startOperation describes the upload for a kind of job.
func (s *Server) startOperation(kind, summary string) huma.Operation {
	o := s.operation(http.MethodPost, "/jobs/"+kind, summary)
	o.OperationID, o.DefaultStatus = "start-"+kind, http.StatusAccepted
	o.Errors = append(o.Errors, http.StatusRequestTimeout, http.StatusInsufficientStorage)
	return o
}

// jobOperation describes an operation on a job, at an address below the job's.
func (s *Server) jobOperation(method, at, id, summary string) huma.Operation {
	o := s.operation(method, "/jobs/{id}"+at, summary)
	o.OperationID, o.Errors = id, []int{http.StatusNotFound, http.StatusConflict}
	return o
}

// addFollow adds the operation that follows a job. It refuses more clients than may follow one.
func (s *Server) addFollow(api huma.API) {
	events := s.jobOperation(http.MethodGet, "/events", "job-events", "Follow a job, as server-sent events")
	events.Errors = append(events.Errors, http.StatusServiceUnavailable)
	events.Middlewares = huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		j, err := s.jobs.find(ctx.Param("id"))
		if err != nil {
			_ = huma.WriteErr(api, ctx, http.StatusNotFound, err.Error())
			return
		}
		defer j.followers.Add(-1)
		if j.followers.Add(1) > mostFollowers {
			ctx.SetHeader("Retry-After", RetryAfter)
			_ = huma.WriteErr(api, ctx, http.StatusServiceUnavailable, "too many clients follow the job: poll its address instead")
			return
		}
		defer s.connections.follows(ctx.Context())()
		next(ctx)
	}}
	sse.Register(api, events, map[string]any{"job": Job{}}, s.follow)
}

// newJob saves an upload and starts a job with it.
func (s *Server) newJob(kind string, u *Upload, prepare func(received) (work, error)) (Job, error) {
	j, err := s.jobs.reserve(kind)
	if err != nil {
		s.jobs.note("", err)
		return Job{}, err
	}
	got, err := u.save(j.dir, s.o.Limits, hasBase(kind))
	var run work
	if err == nil {
		run, err = prepare(got)
	}
	if err != nil {
		s.jobs.note(j.now.ID, err)
		s.jobs.discard(j)
		return Job{}, err
	}
	now, _ := j.present()
	s.jobs.start(j, run)
	return now, nil
}

// started returns the response to an upload.
func started(now Job, err error) (*jobAnswer, error) {
	if err != nil {
		return nil, failed(err)
	}
	return &jobAnswer{JobAddress(now.ID), now}, nil
}

// StartPairs starts a job that compares the files of a form sent to [PairsForm]. Its fields mean
// the same as in the API, besides top. [Problem] returns the status of the error.
func (s *Server) StartPairs(w http.ResponseWriter, r *http.Request) (Job, error) {
	return s.newJob(jobPairs, &Upload{request: r, writer: w}, func(got received) (work, error) {
		o, f := pairs.Options{Top: report.PageRows}, PairsChoices{}
		if got.fields["unit"] == html.InGroups {
			got.fields["unit"], got.fields["groups"] = pairs.ByFolder, "true"
		}
		if err := cmp.Or(fill(&o, got.fields), fill(&f, got.fields)); err != nil {
			return nil, err
		}
		return runPairs(got, o, f), o.Check()
	})
}

// StartScan starts a job that searches an index for the files of a form sent to [ScanForm]. Its
// fields mean the same as in the API. [Problem] returns the status of the error.
func (s *Server) StartScan(w http.ResponseWriter, r *http.Request) (Job, error) {
	return s.newJob(jobScan, &Upload{request: r, writer: w}, func(got received) (work, error) {
		var q ScanQuestion
		if err := fill(&q, got.fields); err != nil {
			return nil, err
		}
		o, err := s.scanOf(q)
		return runScan(got, s.indexes, q.Index, o), err
	})
}

// scanOf returns the options of a scan, if there is such an index.
func (s *Server) scanOf(q ScanQuestion) (scan.Options, error) {
	o := scan.Options{Tree: uploads /* of the job */, NoMarks: true, MinScore: q.MinScore, Collection: q.Collection, Language: q.Language}
	h, err := s.indexes.Acquire(q.Index)
	if err != nil {
		return o, err
	}
	h.Close()
	return o, o.Check()
}

// fill sets the options that the fields of a form name, and the others to their defaults. o points
// to a struct with tags of queries.
func fill(o any, fields map[string]string) error {
	into := reflect.ValueOf(o).Elem()
	for _, f := range reflect.VisibleFields(into.Type()) {
		name := f.Tag.Get("query")
		text := cmp.Or(fields[name], f.Tag.Get("default"))
		if name == "" || text == "" {
			continue
		}
		var err error
		switch to := into.FieldByIndex(f.Index).Addr().Interface().(type) {
		case *string:
			*to = text
		case *float64:
			if *to, err = strconv.ParseFloat(text, 64); err != nil {
				return huma.NewError(http.StatusUnprocessableEntity, name+" is "+quoted(text)+": use a number from 0 to 1")
			}
		case *bool:
			if *to, err = strconv.ParseBool(text); err != nil {
				return huma.NewError(http.StatusUnprocessableEntity, name+" is "+quoted(text)+": use true or false")
			}
		}
	}
	return nil
}

// Job returns how far a job is. [Problem] has the status of the error.
func (s *Server) Job(id string) (Job, error) {
	j, err := s.jobs.find(id)
	if err != nil {
		return Job{}, err
	}
	now, _ := j.present()
	return now, nil
}

// ForgetJob cancels a job, or forgets its result. The error means that there is none.
func (s *Server) ForgetJob(id string) error {
	if s.jobs.forget(id) {
		return nil
	}
	return errNoJob
}

// JobAddress returns the address of a job in the API, below the server's.
func JobAddress(id string) string { return jobsPath + "/" + id }

// followEvery is the minimum time between two events of progress.
const followEvery = 200 * time.Millisecond

// mostFollowers bounds the clients that follow a job at a time.
const mostFollowers = 16

// follow sends the state of a job at each change, until it has ended.
func (s *Server) follow(ctx context.Context, q *jobQuestion, send sse.Sender) {
	j, err := s.jobs.find(q.ID)
	if err != nil {
		return // it was there a moment ago
	}
	for {
		now, changed := j.present()
		if send.Data(now) != nil || now.Ended() {
			return
		}
		select {
		case <-changed:
		case <-time.After(s.o.Limits.Body / 2): // so that a client that is gone is noticed
		case <-ctx.Done():
			return
		case <-s.draining:
			return
		}
		select {
		case <-time.After(followEvery):
		case <-ctx.Done():
			return
		}
	}
}

// addResult adds an operation that returns a file of a job that is done.
func (s *Server) addResult(api huma.API, o huma.Operation, name, kind string, schema *huma.Schema) {
	o.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{kind: {Schema: schema}}}}
	huma.Register(api, o, func(_ context.Context, q *jobQuestion) (*huma.StreamResponse, error) {
		f, err := s.jobFile(q.ID, name)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(ctx huma.Context) {
			defer f.Close()
			r, w := humago.Unwrap(ctx)
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Content-Security-Policy", pagePolicy)
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.o.Limits.JobTime))
			http.ServeContent(w, r, "", time.Time{}, f)
		}}, nil
	})
}

// jobFile opens a file of a job that is done. The error is a problem.
func (s *Server) jobFile(id, name string) (*os.File, error) {
	j, err := s.jobs.find(id)
	if err != nil {
		return nil, err
	}
	switch now, _ := j.present(); {
	case now.State == jobFailed:
		return nil, huma.NewError(http.StatusConflict, now.Error)
	case now.State != JobDone:
		return nil, huma.NewError(http.StatusConflict, "the job has not finished: try again later, or follow its events")
	}
	f, err := os.Open(filepath.Join(j.dir, name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, errNoJob // it was forgotten just now
	}
	if err != nil {
		return nil, failed(err)
	}
	return f, nil
}

// JobReport opens the report of a job that is done, a page of HTML. [Problem] has the status of the
// error. The caller closes the report.
func (s *Server) JobReport(id string) (io.ReadCloser, error) { return s.jobFile(id, pageFile) }

// pagePolicy is the policy of a report, which has a stricter one itself: only its own script and
// style.
const pagePolicy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
