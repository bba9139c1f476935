package platform

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// described returns a line for each submission: its name, its files, and what is known of it.
func described(n *Names, entries []Entry) (lines []string) {
	files := map[string]int{}
	for _, e := range entries {
		files[n.Submission(e.Name)]++
	}
	for _, unit := range n.Submissions() {
		a, _ := n.About(unit)
		line := fmt.Sprintf("%s: %d, %s", unit, files[unit], a.Author)
		if a.Group != "" {
			line += " of " + a.Group
		}
		if !a.Date.IsZero() {
			line += ", " + a.Date.UTC().Format("2006-01-02 15:04:05")
		}
		if a.Late {
			line += ", late"
		}
		lines = append(lines, line)
	}
	return lines
}

// entriesOf reads names, of folders if they end in a slash, of repositories if in two.
func entriesOf(names ...string) (all []Entry) {
	for _, name := range names {
		plain := strings.TrimRight(name, "/")
		all = append(all, Entry{Name: plain, Folder: plain != name, Repository: len(name)-len(plain) > 1})
	}
	return all
}

func TestRecognise_EachPlatform(t *testing.T) {
	tests := []struct {
		platform, around string
		names, want      []string
	}{
		{"Moodle", "", []string{"Ada Lovelace_1203415_assignsubmission_file/", "Ada Lovelace_1203415_assignsubmission_onlinetext/", "Bob Ray_77_assignsubmission_onlinetext_/"},
			[]string{"Ada Lovelace_1203415_assignsubmission_file: 2, Ada Lovelace", "Bob Ray_77_assignsubmission_onlinetext_: 1, Bob Ray"}},
		{"Moodle", "", []string{"Ada Lovelace_12_assignsubmission_file_a.py", "Ada Lovelace_12_assignsubmission_file_b.py", "Bob Ray_77_assignsubmission_file_hand_in.zip"},
			[]string{"Ada Lovelace_12_assignsubmission_file_: 2, Ada Lovelace", "Bob Ray_77_assignsubmission_file_: 1, Bob Ray"}},
		{"Moodle", "", []string{"Red-Ada_1_assignsubmission_file/", "Red-Anna-Lena Roe_2_assignsubmission_file/", "Blue-Bob_3_assignsubmission_file/", "Blue-Cy_4_assignsubmission_file/"},
			[]string{"Blue-Bob_3_assignsubmission_file: 1, Bob of Blue", "Blue-Cy_4_assignsubmission_file: 1, Cy of Blue",
				"Red-Ada_1_assignsubmission_file: 1, Ada of Red", "Red-Anna-Lena Roe_2_assignsubmission_file: 1, Anna-Lena Roe of Red"}},
		{"Moodle", "", []string{"Ada Lee_11_assignsubmission_file_a.py", "Bob Ray_12_assignsubmission_file_a.py", "Cy Roe_13_assignsubmission_file_x_11_assignsubmission_file_b.py"},
			[]string{"Ada Lee_11_assignsubmission_file_: 1, Ada Lee", "Bob Ray_12_assignsubmission_file_: 1, Bob Ray", "Cy Roe_13_assignsubmission_file_: 1, Cy Roe"}},
		{"Canvas", "", []string{"exampleada_101_9001_hw1.py", "exampleada_101_9002_util.py", "o'roe-bob_LATE_102_9003_hw1-1.py", "zed_103_text.html"},
			[]string{"exampleada_101: 2, exampleada", "o'roe-bob_LATE_102: 1, o'roe-bob, late", "zed_103: 1, zed"}},
		{"Canvas, anonymous", "", []string{"anon_a1B2c_9001_hw1.py", "anon_Zz9yX_LATE_9002_hw1.py"},
			[]string{"anon_Zz9yX_LATE: 1, anon_Zz9yX, late", "anon_a1B2c: 1, anon_a1B2c"}},
		{"Blackboard", "", []string{
			"gradebook_CS101_Homework1_alovelace_attempt_2026-11-09-13-39-27.txt", "gradebook_CS101_Homework1_alovelace_attempt_2026-11-09-13-39-27_hw1.py",
			"gradebook_CS101_Homework1_alovelace_attempt_2026-11-10-08-00-00_hw1.py", "gradebook_CS101_Homework1_b_ray_attempt_2026-11-09-13-00-00_main.py"},
			[]string{"gradebook_CS101_Homework1_alovelace_attempt_2026-11-09-13-39-27: 2, alovelace, 2026-11-09 13:39:27",
				"gradebook_CS101_Homework1_alovelace_attempt_2026-11-10-08-00-00: 1, alovelace, 2026-11-10 08:00:00",
				"gradebook_CS101_Homework1_b_ray_attempt_2026-11-09-13-00-00: 1, b_ray, 2026-11-09 13:00:00"}},
		{"Blackboard", "", []string{"HW_ada_attempt_2026-11-09-10-00-00_a.py", "HW_bob_attempt_2026-11-09-10-00-00_x_attempt_2026-11-09-10-00-00_a.py"},
			[]string{"HW_ada_attempt_2026-11-09-10-00-00: 1, ada, 2026-11-09 10:00:00", "HW_bob_attempt_2026-11-09-10-00-00: 1, bob, 2026-11-09 10:00:00"}},
		{"Brightspace", "", []string{"40213-9 - Ada Lovelace - Nov 9, 2026 139 PM/", "40214-9 - Bob Ray-Roe - 10 November, 2026 1239 AM/", "40215-9 - Cy - Jan. 3, 2026 1305/", "index.html"},
			[]string{"40213-9 - Ada Lovelace - Nov 9, 2026 139 PM: 1, Ada Lovelace, 2026-11-09 13:39:00",
				"40214-9 - Bob Ray-Roe - 10 November, 2026 1239 AM: 1, Bob Ray-Roe, 2026-11-10 00:39:00", "40215-9 - Cy - Jan. 3, 2026 1305: 1, Cy, 2026-01-03 13:05:00"}},
		{"Brightspace", "", []string{"40213-9 - Ada - Nov 9, 2026 139 PM - a - b.py", "40213-9 - Ada - Nov 9, 2026 139 PM - c.py", "40214-9 - Bob - 3. Mär. 2026 1305 - a.py"},
			[]string{"40213-9 - Ada - Nov 9, 2026 139 PM: 2, Ada, 2026-11-09 13:39:00", "40214-9 - Bob - 3. Mär. 2026 1305: 1, Bob"}},
		{"Ilias", "", []string{"Lovelace_Ada_alove_4711/", "Ray_Bob_bray_4712/"},
			[]string{"Lovelace_Ada_alove_4711: 1, Ada Lovelace", "Ray_Bob_bray_4712: 1, Bob Ray"}},
		{"GitHub Classroom or Gitea", "hw-mpi-submissions", []string{"hw-mpi-ada/", "hw-mpi-bob-b/"}, []string{"hw-mpi-ada: 1, ada", "hw-mpi-bob-b: 1, bob-b"}},
		{"GitHub Classroom or Gitea", "class", []string{"hw-mpi-ada//", "hw-mpi-bob-b//"}, []string{"hw-mpi-ada: 1, ada", "hw-mpi-bob-b: 1, bob-b"}},
	}
	for _, test := range tests {
		entries := entriesOf(test.names...)
		n := Recognise(test.around, entries)
		if got := described(n, entries); n.Platform() != test.platform || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q\n%s\nwant\n%s", test.platform, n.Platform(), strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

// If one name fits, or some do, all name the same person, or an id is of two people, the export is
// of no platform.
func TestRecognise_OnlyWhatIsSure(t *testing.T) {
	for _, names := range [][]string{
		nil, {"exampleada_101_9001_hw1.py"}, {"exampleada_101_9001_hw1.py", "exampleada_101_9002_hw1.py"},
		{"exampleada_101_9001_hw1.py", "bob_102_9002_hw1.py", "notes.txt"},
		{"test_1_2_a.py", "test_3_4_a.py", "test_5_6_a.py"}, {"hw_1_group_12/", "hw_1_group_13/"},
		{"ada_21_15_a.py", "bob_22_15_a.py", "cy_21_15_a.py"}, {"ada_1_2026_a.py", "bob_2_2026_a.py", "cy_3_2026_a.py"},
		{"Ada_Lee_task_1/", "Bob_Ray_task_2/", "Cy_Roe_task_3/"}, {"Ada_Lee_task_11/", "Ada_Lee_task_12/", "Bob_Ray_task_12/", "Cy_Roe_task_11/"},
		{"Ada_11_assignsubmission_file/", "Bob_11_assignsubmission_file/"}, {"11-9 - Ada - Nov 9, 2026 139 PM/", "11-9 - Bob - Nov 9, 2026 139 PM/"},
		{"week-1/", "week-2/"}, {"ada//", "bob//"}, {"submission_1/", "submission_2/"},
		{"exampleada_101_9001_hw1.py/", "bob_102_9002_hw1.py/"}, {"Ada_1_assignsubmission_file/", "bob/"},
		{"s01.zip", "s02.zip"}, {"1-2 - Ada - final/", "1-3 - Bob - final/"},
	} {
		if n := Recognise("class", entriesOf(names...)); n != nil {
			t.Errorf("%q are taken for an export of %s: %q", names, n.Platform(), n.Submissions())
		}
	}
	if n := Recognise("", entriesOf("exampleada_101_9001_a.py", "bob_102_9002_a.py")); n.Submission("notes.txt") != "notes.txt" || n.Submission("cy_102_902_a.py") != "cy_102_902_a.py" {
		t.Error("an unknown name is of a submission")
	}
	var none *Names
	if none.Submission("a") != "a" || none.IsExtra("a") || none.IsForm("a.txt") || none.IsLate("a") || none.Submissions() != nil {
		t.Error("nil knows names")
	}
}

// Most names decide: one in ten may be another file.
func TestRecognise_MostNames(t *testing.T) {
	var names []string
	for i := range 10 {
		names = append(names, fmt.Sprintf("%c%c_%d_%d_a.py", 'a'+i, 'a', 100+i, 900+i))
	}
	if n := Recognise("", entriesOf(append(names, "notes.txt")...)); n.Platform() != "Canvas" {
		t.Errorf("one other name of 11 makes it %q", n.Platform())
	}
	if n := Recognise("", entriesOf(append(names, "notes.txt", "README.md")...)); n != nil {
		t.Errorf("two other names of 12 make it %q", n.Platform())
	}
}

func TestNames_ReadsGradescope(t *testing.T) {
	entries := entriesOf("submission_1/", "submission_2/", "submission_3/", "submission_metadata.yml")
	n := Recognise("", entries)
	n.Read(t.Context(), []byte(`---
submission_1:
  :submitters:
  - :name: Ada Lovelace
    :sid: '12'
    :email: ada@example.edu
  :created_at: 2026-11-09 13:39:27.123456 -08:00
  :score: 10.0
  :results:
    tests:
    - name: first test
      output: |
        submission_2:
submission_2:
  :submitters:
  - :name: 'Bob O''Ray'
    :email: bob@example.edu
  - :name: "Cy"
    :email: cy@example.edu
submission_3:
  :submitters:
  - :name: Ada Lovelace
    :sid: '12'
    :email: ada@example.edu
  :created_at: 2026-11-10 13:39:27.123456000 Z
`))
	want := []string{"submission_1: 1, Ada Lovelace, 2026-11-09 21:39:27", "submission_2: 1, Bob O'Ray, Cy", "submission_3: 1, Ada Lovelace, 2026-11-10 13:39:27"}
	if got := described(n, entries); !slices.Equal(got, want) || !n.IsExtra("submission_metadata.yml") {
		t.Errorf("%q\nwant %q", got, want)
	}
	first, _ := n.About("submission_1")
	second, _ := n.About("submission_2")
	third, _ := n.About("submission_3")
	if first.Student != third.Student || first.Student == second.Student {
		t.Errorf("%+v %+v %+v", first, second, third)
	}
}

// Two names with the same address are not one student, and a table says at most 100 submitters.
func TestNames_ReadsOddGradescope(t *testing.T) {
	entries := entriesOf("submission_1/", "submission_2/", "submission_3/", "submission_metadata.yml")
	one := func(unit, name string) string {
		return unit + ":\n  :submitters:\n  - :name: " + name + "\n    :email: a@x\n"
	}
	text := one("submission_1", "Ada") + one("submission_2", "Bob") + strings.Repeat(one("submission_3", "Cy"), 1000)
	n := Recognise("", entries)
	n.Read(t.Context(), []byte(text))
	first, _ := n.About("submission_1")
	second, _ := n.About("submission_2")
	third, _ := n.About("submission_3")
	if first.Student == second.Student || strings.Count(third.Author, "Cy") != 100 {
		t.Errorf("%+v %+v %d", first, second, strings.Count(third.Author, "Cy"))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n = Recognise("", entries)
	if n.Read(ctx, []byte(text)); n.about["submission_1"].Author != "" {
		t.Error("a cancelled reading sets authors")
	}
}

func TestNames_ReadsFormsOfBlackboard(t *testing.T) {
	const unit = "gradebook_CS101_HW_ada_l_attempt_2026-11-09-13-39-27"
	form := func(text string) []byte {
		return []byte("Name: Ada Lovelace (ada_l)\r\nAssignment: HW\r\nDate Submitted: Monday, November 9, 2026 1:39:27 PM UTC\r\nCurrent Grade: Needs Grading\r\n\r\n" +
			"Submission Field:\r\n" + text + "\r\n\r\nComments:\r\nThere are no student comments for this assignment.\r\n\r\nFiles:\r\n\tNo files were attached.\r\n")
	}
	n := Recognise("", entriesOf(unit+".txt", "gradebook_CS101_HW_bob_attempt_2026-11-09-13-39-27.txt"))
	if !n.IsForm(unit+".txt") || n.IsForm(unit) || n.IsForm("notes.txt") {
		t.Error("the form is not known")
	}
	for text, want := range map[string]string{"There is no student submission text data for this assignment.": "", "My essay.\r\n\r\nComments:\r\nIt ends.": "My essay.\r\n\r\nComments:\r\nIt ends."} {
		if got, read := n.Form(unit+".txt", form(text)); !read || string(got) != want {
			t.Errorf("%q, %v", got, read)
		}
	}
	if a, _ := n.About(unit); a.Author != "Ada Lovelace" {
		t.Errorf("%+v", a)
	}
	// The date in a name has no zone. The form may name one.
	for zone, want := range map[string]string{"UTC": "13:39", "CET": "12:39", "EDT": "17:39", "XYZ": "17:39"} {
		if zone == "XYZ" {
			n.Form(unit+".txt", bytes.Replace(form("x"), []byte(" UTC"), []byte(" EDT"), 1))
		}
		n.Form(unit+".txt", bytes.Replace(form("x"), []byte(" UTC"), []byte(" "+zone), 1))
		if a, _ := n.About(unit); a.Date.Format("15:04") != want {
			t.Errorf("%s: %v", zone, a.Date)
		}
	}
	if _, read := n.Form(unit+".txt", []byte("Nom : X\n")); read {
		t.Error("an unknown form is read")
	}
}
