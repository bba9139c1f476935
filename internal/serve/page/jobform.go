package page

import (
	"bytes"
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// jobForm is a form that takes files for a job, and the pages of its jobs.
type jobForm struct {
	*site
	path  string
	form  string // in [html.PageForms]
	title string // of a job
	start func(http.ResponseWriter, *http.Request) (serve.Job, error)
}

// upload is the view of a form.
type upload struct {
	Path      string
	Job       string // name of the form
	Form      html.Form
	Most      int64 // bytes
	MostFiles int
	Gone      bool // a job was deleted
	index     string
	indexes   []string // if there are several
}

// zone is the view of a zone of files.
type zone struct {
	Name string
	html.Zone
}

// Zone returns the view of a zone.
func (u upload) Zone(name string) zone { return zone{name, html.PageForms().Zones[name]} }

// setting is the view of a setting.
type setting struct {
	ID, Chosen string
	html.Setting
}

// Settings returns the views of the settings, with the options of this server.
func (u upload) Settings() (all []setting) {
	for _, id := range u.Form.Settings {
		s := setting{ID: id, Setting: html.PageForms().Settings[id]}
		switch id {
		case "language":
			s.Options = append([][2]string{}, s.Options...)
			for _, name := range languages() {
				s.Options = append(s.Options, [2]string{name, name})
			}
		case "index":
			if len(u.indexes) == 0 {
				continue
			}
			s.Chosen = u.index
			for _, name := range u.indexes {
				s.Options = append(s.Options, [2]string{name, name})
			}
		}
		all = append(all, s)
	}
	return all
}

// show serves the form.
func (f jobForm) show(w http.ResponseWriter, r *http.Request) {
	f.site.show(w, http.StatusOK, "upload.html", f.view(r))
}

func (f jobForm) view(r *http.Request) view {
	form := html.PageForms().Jobs[f.form]
	v := f.newView(r, form.Title, r.URL.Query().Get("index"))
	l := f.server.Limits()
	v.At, v.Asset = f.path, "upload"
	v.Body = upload{f.path, f.form, form, l.Upload, serve.MostFiles, r.URL.Query().Has("deleted"), v.Index, v.Indexes}
	return v
}

// send starts a job, and redirects to the page that shows its progress.
func (f jobForm) send(w http.ResponseWriter, r *http.Request) {
	job, err := f.start(w, r)
	if err != nil {
		f.fail(w, "upload.html", f.view(r), err)
		return
	}
	http.Redirect(w, r, f.path+"/"+job.ID, http.StatusSeeOther)
}

// jobView is the view of a job.
type jobView struct {
	serve.Job
	Title   string
	Path    string // of its form
	Address string // in the API
	Doing   string
	Until   string // when the report is deleted; empty while the job runs
}

// reloadAfter is the time until browsers without JavaScript reload a job's page, in seconds.
const reloadAfter = "2"

// job serves the page of a job: its progress, then its report in the frame of the site.
func (f jobForm) job(w http.ResponseWriter, r *http.Request) {
	v := f.view(r)
	job, err := f.server.Job(r.PathValue("id"))
	if err != nil {
		f.fail(w, "upload.html", v, err)
		return
	}
	c := jobView{Job: job, Title: f.title, Path: f.path, Address: serve.JobAddress(job.ID), Doing: doing(job)}
	v.Title, v.Wrong = f.title, terminal.Safe(job.Error)
	if !job.Ended() {
		v.Again = reloadAfter
	} else {
		c.Until = job.Expires.Format("2006-01-02 at 15:04 MST")
	}
	v.Body = c
	if job.State == serve.JobDone && f.report(w, job, v) {
		return
	}
	f.site.show(w, http.StatusOK, "job.html", v)
}

// reportPolicy is the policy of a report in the frame. Its form deletes the report.
const reportPolicy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// report serves the report of a job in the frame. It reports false if the report was deleted just
// now.
func (f jobForm) report(w http.ResponseWriter, job serve.Job, v view) bool {
	page, err := f.server.JobReport(job.ID)
	if err != nil {
		return false
	}
	defer page.Close()
	var frame bytes.Buffer
	f.render(&frame, "reported", v)
	setKind(w.Header(), "text/html; charset=utf-8", reportPolicy)
	w.Header().Set("Referrer-Policy", "same-origin")
	_ = html.InFrame(w, page, frame.String()) // the client may be gone
	return true
}

// doing describes the current step of a job and its progress.
func doing(j serve.Job) string {
	text := cmp.Or(j.Step, "starting")
	if j.State == "waiting" {
		text = "waiting for the previous job"
	}
	if j.Whole > 0 {
		text += ": " + terminal.Thousands(j.Done) + " of " + terminal.Thousands(j.Whole)
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// forget cancels a job or deletes its report.
func (f jobForm) forget(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := f.server.ForgetJob(id); err != nil {
		f.fail(w, "upload.html", f.view(r), err)
		return
	}
	http.Redirect(w, r, f.path+"?deleted="+url.QueryEscape(f.path+"/"+id), http.StatusSeeOther)
}
