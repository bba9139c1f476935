package page

import (
	"net/http"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// jobForm is a form that takes files for a job, and the pages of its jobs.
type jobForm struct {
	*site
	path  string
	title string
	scans bool
	start func(http.ResponseWriter, *http.Request) (serve.Job, error)
}

// upload is the view of a form.
type upload struct {
	Path      string
	Scans     bool
	Most      int64 // bytes
	MostFiles int
	Languages []string
	Gone      bool // a job was deleted
}

// show serves the form.
func (f jobForm) show(w http.ResponseWriter, r *http.Request) {
	f.site.show(w, http.StatusOK, "upload.html", f.view(r, f.title))
}

func (f jobForm) view(r *http.Request, title string) view {
	v := f.newView(r, title, r.URL.Query().Get("index"))
	l := f.server.Limits()
	v.At, v.Asset = f.path, "upload"
	v.Body = upload{f.path, f.scans, l.Upload, serve.MostFiles, languages(), r.URL.Query().Has("deleted")}
	return v
}

// send starts a job, and redirects to the page that shows its progress.
func (f jobForm) send(w http.ResponseWriter, r *http.Request) {
	job, err := f.start(w, r)
	if err != nil {
		f.fail(w, "upload.html", f.view(r, f.title), err)
		return
	}
	http.Redirect(w, r, f.path+"/"+job.ID, http.StatusSeeOther)
}

// jobView is the view of a job.
type jobView struct {
	serve.Job
	Path    string // of its form
	Address string // in the API
	Doing   string
	Until   string // when the report is deleted; empty while the job runs
}

// reloadAfter is the time until browsers without JavaScript reload a job's page, in seconds.
const reloadAfter = "2"

// job serves the page of a job.
func (f jobForm) job(w http.ResponseWriter, r *http.Request) {
	v := f.view(r, f.title)
	job, err := f.server.Job(r.PathValue("id"))
	if err != nil {
		f.fail(w, "upload.html", v, err)
		return
	}
	c := jobView{Job: job, Path: f.path, Address: serve.JobAddress(job.ID), Doing: doing(job)}
	v.Wrong = terminal.Safe(job.Error)
	if !job.Ended() {
		v.Again = reloadAfter
	} else {
		c.Until = job.Expires.Format("2006-01-02 at 15:04 MST")
	}
	v.Body = c
	f.site.show(w, http.StatusOK, "job.html", v)
}

// doing describes the current step of a job and its progress.
func doing(j serve.Job) string {
	text := j.Step
	switch {
	case j.State == "waiting":
		text = "waiting for the previous job"
	case text == "":
		text = "starting"
	}
	if j.Whole > 0 {
		text += ": " + terminal.Thousands(j.Done) + " of " + terminal.Thousands(j.Whole)
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// forget cancels a job or deletes its report.
func (f jobForm) forget(w http.ResponseWriter, r *http.Request) {
	if err := f.server.ForgetJob(r.PathValue("id")); err != nil {
		f.fail(w, "upload.html", f.view(r, f.title), err)
		return
	}
	http.Redirect(w, r, f.path+"?deleted", http.StatusSeeOther)
}
