package serve

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Job is work on an upload that may take long.
type Job struct {
	ID   string `json:"id"`
	Kind string `json:"kind" enum:"pairs,scan"`
	// State is waiting, then running, then done, failed or cancelled.
	State string `json:"state" enum:"waiting,running,done,failed,cancelled"`
	// Step is the current step. Done and Whole are its progress and total; Whole is 0 if unknown.
	Step  string `json:"step,omitempty"`
	Done  int    `json:"done"`
	Whole int    `json:"whole"`
	// Error says why the job failed and what to do.
	Error   string    `json:"error,omitempty"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"` // when it is deleted; set once it has ended
	// Anonymous means that the report has pseudonyms. The result has names.
	Anonymous bool `json:"-"`
}

// The kinds of jobs.
const (
	jobPairs = "pairs"
	jobScan  = "scan"
)

// hasBase reports whether uploads for a kind of job may have base code.
func hasBase(kind string) bool { return kind == jobPairs }

// jobsPath is the address of jobs.
const jobsPath = prefix + "/jobs"

// The states of a job.
const (
	jobWaiting   = "waiting"
	jobRunning   = "running"
	JobDone      = "done" // the job has a result and a report
	jobFailed    = "failed"
	jobCancelled = "cancelled"
)

// Ended reports whether the job has ended.
func (j Job) Ended() bool { return j.State != jobWaiting && j.State != jobRunning }

// jobs are the jobs of a server, with their files in a folder of their own. One runs at a time, on
// all processors.
type jobs struct {
	limits Limits
	log    *slog.Logger
	ctx    context.Context // of all jobs
	stop   context.CancelFunc
	slot   chan struct{}
	work   sync.WaitGroup

	mu       sync.Mutex
	dir      string // made for the first job
	all      map[string]*job
	reserved int // uploads that are not jobs yet
}

// job is a job with its files.
type job struct {
	dir    string
	cancel context.CancelFunc

	mu      sync.Mutex
	now     Job
	ended   time.Time     // zero until then, and if it was cancelled
	changed chan struct{} // closed at the next change

	followers atomic.Int64
}

func newJobs(l Limits, log *slog.Logger) *jobs {
	j := &jobs{limits: l, log: log, slot: make(chan struct{}, 1), all: map[string]*job{}}
	j.ctx, j.stop = context.WithCancel(context.Background())
	return j
}

// jobFolders is the pattern of names of folders for jobs.
const jobFolders = "chaffinch-jobs-*"

// A server touches the folder of its jobs every beatEvery. A folder that was not touched for
// staleAfter belongs to a killed server.
const (
	beatEvery  = time.Minute
	staleAfter = 10 * beatEvery
)

// removeStale removes the folders that killed servers left behind in a folder.
func removeStale(temporary string) {
	found, _ := filepath.Glob(filepath.Join(temporary, jobFolders))
	for _, dir := range found {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() && time.Since(info.ModTime()) > staleAfter {
			_ = os.RemoveAll(dir) // fails for the folder of another user
		}
	}
}

// folder creates a folder for a job. Hold a.mu.
func (a *jobs) folder(id string) (string, error) {
	if a.dir == "" {
		dir, err := os.MkdirTemp("", jobFolders)
		if err != nil {
			return "", err
		}
		a.dir = dir
	}
	dir := filepath.Join(a.dir, id)
	return dir, os.Mkdir(dir, 0o700)
}

// beat keeps the folder from looking stale to other servers. It also removes the folders of killed
// servers, until the jobs are closed.
func (a *jobs) beat() {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		removeStale(os.TempDir())
		select {
		case now := <-tick.C:
			a.mu.Lock()
			dir := a.dir
			a.mu.Unlock()
			if dir != "" {
				_ = os.Chtimes(dir, now, now)
			}
		case <-a.ctx.Done():
			return
		}
	}
}

// reserve returns the folder of a new job, whose upload the caller writes. Then call start or
// discard. If there are as many jobs as allowed, the one that ended first is deleted.
func (a *jobs) reserve(kind string) (*job, error) {
	id := rand.Text()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ctx.Err() != nil {
		return nil, &BusyError{"the server is shutting down"}
	}
	if len(a.all)+a.reserved >= a.limits.Jobs {
		oldest := a.oldest()
		if oldest == nil {
			return nil, &BusyError{fmt.Sprintf("the limit of %d jobs is reached", a.limits.Jobs)}
		}
		delete(a.all, oldest.now.ID)
		_ = os.RemoveAll(oldest.dir)
	}
	dir, err := a.folder(id)
	if err != nil {
		return nil, ofFiles(fmt.Errorf("creating a folder for the upload: %w", err))
	}
	a.reserved++
	return &job{dir: dir, changed: make(chan struct{}), now: Job{ID: id, Kind: kind, State: jobWaiting, Created: time.Now().UTC()}}, nil
}

// oldest returns the job that ended first, or nil if none has ended. Hold a.mu.
func (a *jobs) oldest() (first *job) {
	var at time.Time
	for _, j := range a.all {
		j.mu.Lock()
		if ended := j.ended; !ended.IsZero() && (first == nil || ended.Before(at)) {
			first, at = j, ended
		}
		j.mu.Unlock()
	}
	return first
}

// discard deletes a reserved job.
func (a *jobs) discard(j *job) {
	_ = os.RemoveAll(j.dir)
	a.mu.Lock()
	a.reserved--
	a.mu.Unlock()
}

// start makes a reserved job visible to clients, and queues it.
func (a *jobs) start(j *job, run work) {
	ctx, cancel := context.WithTimeout(a.ctx, a.limits.JobTime)
	j.cancel = cancel
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reserved--
	a.all[j.now.ID] = j
	if a.ctx.Err() != nil { // the server has ended, and removes all files
		return
	}
	a.work.Go(func() {
		defer cancel()
		err := ofFiles(a.inTurn(ctx, j, run))
		if err != nil {
			if now, _ := j.present(); !now.Ended() { // it was not cancelled
				a.note(j.now.ID, err)
			}
			_ = os.RemoveAll(j.dir)
		}
		if j.end(err, a.limits.KeepJobs) {
			time.AfterFunc(a.limits.KeepJobs, func() { a.forget(j.now.ID) })
		}
	})
}

// note logs an error of a job that is the server's own.
func (a *jobs) note(id string, err error) {
	if bug := new(panicError); errors.As(err, &bug) {
		a.log.Error("panic", "job", id, "stack", string(bug.stack))
	} else if isInternal(err) {
		a.log.Error("a job failed", "job", id, "error", logged(err))
	}
}

// inTurn runs a job after the previous one, and then removes its upload.
func (a *jobs) inTurn(ctx context.Context, j *job, run work) error {
	defer os.RemoveAll(filepath.Join(j.dir, uploads))
	select {
	case a.slot <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-a.slot }()
	j.change(func(now *Job) { now.State = jobRunning })
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	a.work.Go(func() { a.watch(ctx, stop) })
	err := safely(func() error { return run(ctx, j) })
	if cause := context.Cause(ctx); errors.Is(cause, errJobMemory) {
		return cause
	}
	return err
}

var errJobMemory = errors.New("the job exceeded the server's --max-memory: upload fewer files")

// watch cancels a job if the heap exceeds the limit.
func (a *jobs) watch(ctx context.Context, stop context.CancelCauseFunc) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if liveHeap() > a.limits.Memory {
				stop(errJobMemory)
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// change changes the job's state for clients, unless it has ended.
func (j *job) change(f func(*Job)) (changed bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.now.Ended() {
		return false
	}
	f(&j.now)
	close(j.changed)
	j.changed = make(chan struct{})
	return true
}

// end records the end of a job. It reports false if the job was cancelled before.
func (j *job) end(err error, keep time.Duration) bool {
	return j.change(func(now *Job) {
		j.ended = time.Now()
		now.State, now.Expires = JobDone, j.ended.Add(keep).UTC().Truncate(time.Second)
		if err == nil {
			return
		}
		now.State = jobFailed
		if _, now.Error = Problem(err, option.API); errors.Is(err, context.DeadlineExceeded) {
			now.Error = "the job timed out: upload fewer files, or raise the server's --max-job-time"
		}
	})
}

// present returns the state of a job, and a channel that is closed at the next change.
func (j *job) present() (Job, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.now, j.changed
}

// forget cancels and deletes a job. It reports whether there was one.
func (a *jobs) forget(id string) bool {
	a.mu.Lock()
	j := a.all[id]
	delete(a.all, id)
	a.mu.Unlock()
	if j == nil {
		return false
	}
	j.change(func(now *Job) { now.State = jobCancelled })
	_ = os.RemoveAll(j.dir) // a job that still runs creates no more files: see create
	j.cancel()
	return true
}

// find returns a job. The error is a problem.
func (a *jobs) find(id string) (*job, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if j := a.all[id]; j != nil {
		return j, nil
	}
	return nil, errNoJob
}

var errNoJob = huma.NewError(http.StatusNotFound, "no such job, or it has expired: upload again")

// close cancels all jobs, waits for them, and removes their files.
func (a *jobs) close() error {
	a.mu.Lock()
	a.stop()
	dir := a.dir
	a.mu.Unlock()
	a.work.Wait()
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

// maxResult bounds a result, and a page, in bytes.
const maxResult = 256 << 20

// create writes a result of the job.
func (j *job) create(name string, write func(io.Writer) error) error {
	f, err := os.Create(filepath.Join(j.dir, name)) // fails if the job was deleted
	if err != nil {
		return err
	}
	return errors.Join(write(&limitedWriter{f, maxResult}), f.Close())
}

// limitedWriter refuses more than left bytes.
type limitedWriter struct {
	io.Writer
	left int
}

var errLargeResult = errors.New("the result is larger than 256 MiB: upload fewer files, or use a smaller top")

func (w *limitedWriter) Write(b []byte) (int, error) {
	if len(b) > w.left {
		return 0, errLargeResult
	}
	w.left -= len(b)
	return w.Writer.Write(b)
}
