// Package scan finds copied material in a project. It reports each copy's origin, licence and
// decision.
//
//	x, err := chaffinch.Open(ctx, "corpus.chaffinch", index.Options{ReadOnly: true})
//	if err != nil { ... }
//	defer x.Close()
//	r, err := scan.Run(ctx, x, scan.Options{Tree: "src"})
//	for _, f := range r.Findings {
//		fmt.Println(f.File, f.Matches[0].File, f.Origin.File(), f.Origin.License)
//	}
//
// Every file is one question, answered by the fewest documents that explain most of it. Each of
// these documents becomes a [Finding]: a file, a document, and the lines on both sides. Files with
// the bytes of a document are found by their id, without a question.
//
//	run.go       reads the project and searches
//	report.go    defines the result of a scan
//	skipped.go   finds the files that are not part of the project
//	leftout.go   notes the files that are not read
//	find.go      turns answers into findings
//	incomplete.go reports why a scan may miss copies
//	identical.go classifies files with the bytes of a document
//	class.go     distinguishes copies from the project's own code and from common code
//	key.go       identifies the material of a match
//	reuse.go     takes findings over from an earlier report
//	since.go     finds the lines that changed since a revision
//	linediff.go  compares two texts by lines
//	rename.go    finds the files that were renamed since
//	worktree.go  finds the work tree of git that a project is in
//	decidedby.go names the reasons of decisions
//	status.go    applies decisions, a baseline and the policy
//	marks.go     finds the marks that close copies in files
//	stale.go     finds decisions about copies that are gone
//	baseline.go  reads and writes a baseline
//	decisions.go reads and writes the file of decisions
//	policy.go    judges licences
//	totals.go    adds up lines
//	origins.go   names origins, and adds up copies by them
//	vendored.go  names the versions of components in folders such as deps
//	review.go    walks through the open copies
//	aligner.go   aligns a file with an origin again, to show the lines
//	source.go    keeps sources of the project
//	notice.go    states the origin of copied lines
package scan
