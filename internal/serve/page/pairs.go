package page

import (
	"net/http"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// upload is the view of the upload form.
type upload struct {
	Most      int64 // bytes
	MostFiles int
	Languages []string
	Gone      bool // a comparison was deleted
}

// pairsForm serves the form.
func (p *site) pairsForm(w http.ResponseWriter, r *http.Request) {
	v := p.uploadView(r, "Compare")
	p.show(w, http.StatusOK, "pairs.html", v)
}

func (p *site) uploadView(r *http.Request, title string) view {
	v := p.newView(r, title, r.URL.Query().Get("index"))
	l := p.server.Limits()
	v.Asset = "upload"
	v.Body = upload{l.Upload, serve.MostFiles, languages(), r.URL.Query().Has("deleted")}
	return v
}

// startPairs starts a comparison, and redirects to the page that shows its progress.
func (p *site) startPairs(w http.ResponseWriter, r *http.Request) {
	job, err := p.server.StartPairs(w, r)
	if err != nil {
		p.fail(w, "pairs.html", p.uploadView(r, "Compare"), err)
		return
	}
	http.Redirect(w, r, serve.PairsForm+"/"+job.ID, http.StatusSeeOther)
}

// comparison is the view of a job.
type comparison struct {
	serve.Job
	Address string // in the API
	Doing   string
	Until   string // when the report is deleted; empty while the job runs
}

// reloadAfter is the time until browsers without JavaScript reload a job's page, in seconds.
const reloadAfter = "2"

// job serves the page of a job.
func (p *site) job(w http.ResponseWriter, r *http.Request) {
	v := p.uploadView(r, "Comparison")
	job, err := p.server.Job(r.PathValue("id"))
	if err != nil {
		p.fail(w, "pairs.html", v, err)
		return
	}
	c := comparison{Job: job, Address: serve.JobAddress(job.ID), Doing: doing(job)}
	v.Wrong = terminal.Safe(job.Error)
	if !job.Ended() {
		v.Again = reloadAfter
	} else {
		c.Until = job.Expires.Format("2006-01-02 at 15:04 MST")
	}
	v.Body = c
	p.show(w, http.StatusOK, "job.html", v)
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
func (p *site) forget(w http.ResponseWriter, r *http.Request) {
	if err := p.server.ForgetJob(r.PathValue("id")); err != nil {
		p.fail(w, "pairs.html", p.uploadView(r, "Compare"), err)
		return
	}
	http.Redirect(w, r, serve.PairsForm+"?deleted", http.StatusSeeOther)
}
