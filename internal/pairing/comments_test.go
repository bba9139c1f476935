package pairing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Comments with the same slips are listed whatever the code is, at the lines of both, and change no
// score.
func TestPairs_ListSameComments(t *testing.T) {
	const (
		ring = "// This progam computes teh running averge of all mesurements\n// and drops evry value that is to far from it.\n" +
			"class A {\n  double[] ring = new double[10];\n  int at;\n  void put(double v) { ring[at++ % 10] = v; }\n" +
			"  double mean() { double s = 0; for (double x : ring) s += x; return s / 10; }\n}\n"
		queue = "class Main {\n  public static void main(String[] args) {\n    Scanner in = new Scanner(System.in);\n" +
			"    /* This progam computes teh running averge of all mesurements\n     * and drops evry value that is to far from it. */\n" +
			"    ArrayDeque<Double> q = new ArrayDeque<>();\n    while (in.hasNextDouble()) {\n      q.add(in.nextDouble());\n" +
			"      if (q.size() > 10) q.poll();\n      System.out.println(q.stream().mapToDouble(d -> d).average().orElse(0));\n    }\n  }\n}\n"
	)
	r := compared(t, pairs.Options{}, filetest.Folder(t, map[string]string{"a.java": ring, "b.java": queue}))
	if len(r.Pairs) > 0 || len(r.SameComments) != 1 {
		t.Fatalf("pairs %+v, comments %+v", r.Pairs, r.SameComments)
	}
	p := r.SameComments[0]
	if c := p.Comments[0]; p.A.Name != "a.java" || p.B.Name != "b.java" || p.Score != 0 || p.Words < 12 || c.Words != 19 ||
		c.A.Lines.String() != "1-2" || c.B.Lines.String() != "4-5" || !strings.HasPrefix(c.Text, "This progam computes teh running") {
		t.Errorf("%+v", p)
	}
	bare := func(text string) string {
		var code []string
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(strings.TrimSpace(line), "//") {
				code = append(code, line)
			}
		}
		return strings.Join(code, "")
	}
	with := compared(t, pairs.Options{MinScore: 0.01}, filetest.Folder(t, map[string]string{"a.java": ring, "b.java": ring + "\n"}))
	without := compared(t, pairs.Options{MinScore: 0.01}, filetest.Folder(t, map[string]string{"a.java": ring, "b.java": bare(ring)}))
	if with.Pairs[0].Score != without.Pairs[0].Score || len(with.SameComments) != 1 || len(without.SameComments) != 0 || with.SameComments[0].Score != with.Pairs[0].Score {
		t.Errorf("score %g with the comments, %g without", with.Pairs[0].Score, without.Pairs[0].Score)
	}
}

// A comment that three of few units have is listed, as one that two have.
func TestPairs_ListCommentsOfThree(t *testing.T) {
	slips := "// This progam computes teh running averge of all mesurements\n// and drops evry value that is to far from it.\n"
	for units := 3; units <= 8; units++ {
		class := map[string]string{}
		for n := range units {
			code := fmt.Sprintf("class C%d { int f%d(int a) { return a * %d + g%d(a, %d) - h%d(a); } }\n", n, n, n, n, n*n, n)
			if n < 3 {
				code = slips + code
			}
			class[fmt.Sprintf("%d.java", n)] = code
		}
		if r := compared(t, pairs.Options{}, filetest.Folder(t, class)); len(r.SameComments) != 3 {
			t.Errorf("of %d units: %+v", units, r.SameComments)
		}
	}
}

// Notices, starter code and what many units have are no evidence.
func TestPairs_LeaveOutCommonComments(t *testing.T) {
	task := "/* Write a method that returns the longest word of each line, and explain how long it takes. */\n"
	notice := "// Copyright 2026 the authors of this course, all rights reserved, see the file beside this one for the terms.\n\n"
	starter := notice + task + "class Words { String longest(String line) { int at = line.indexOf(' '); return at < 0 ? line : line.substring(0, at); } }\n"
	class := map[string]string{}
	for n := range 12 {
		class[fmt.Sprintf("%d.java", n)] = notice + task + fmt.Sprintf("class C%d { int f%d(int a) { return a * %d + g%d(a, %d) - h%d(a); } }\n", n, n, n, n, n*n, n)
	}
	if r := compared(t, pairs.Options{}, filetest.Folder(t, class)); len(r.SameComments) > 0 {
		t.Errorf("common comments: %+v", r.SameComments)
	}
	two := map[string]string{"0.java": starter + class["0.java"][len(notice+task):], "1.java": starter + class["1.java"][len(notice+task):]}
	if r := compared(t, pairs.Options{}, filetest.Folder(t, two)); len(r.SameComments) != 1 {
		t.Errorf("without a base: %+v", r.SameComments)
	}
	base := filetest.Folder(t, map[string]string{"start.java": starter})
	if r := compared(t, pairs.Options{Reading: pairs.Reading{Base: []string{base}}}, filetest.Folder(t, two)); len(r.SameComments) > 0 {
		t.Errorf("comments of starter code: %+v", r.SameComments)
	}
}
