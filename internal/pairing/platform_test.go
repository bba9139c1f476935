package pairing_test

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// described returns a line for each unit: its name, the number of its files, and what is known of
// who handed it in.
func described(r *pairs.Report) (lines []string) {
	for i := range r.Units {
		u := &r.Units[i]
		line := fmt.Sprintf("%s: %d, %s", u.Name, len(u.Files), u.Author)
		if u.Label != "" {
			line += ", " + u.Label
		}
		if u.Date != nil {
			line += u.Date.Format(", 01-02 15:04")
		}
		if u.Attempt > 0 {
			line += fmt.Sprint(", attempt ", u.Attempt)
		}
		if u.Late {
			line += ", late"
		}
		lines = append(lines, line)
	}
	return lines
}

// The files of an attempt are one submission, with what its name says, in a folder and in an
// archive. Attempts of one student are not compared with each other.
func TestPairs_ReadNamesOfPlatforms(t *testing.T) {
	const form = "Name: Ada Lovelace (ada)\nAssignment: HW\nDate Submitted: Monday\nCurrent Grade: Needs Grading\n\nSubmission Field:\n%s\n\nComments:\nNone.\n"
	none := fmt.Sprintf(form, "There is no student submission text data for this assignment.")
	edited := strings.Replace(queue, "next", "following", 1)
	more := queue + words[len("package words\n"):]
	for name, test := range map[string]struct {
		files       map[string]string
		want, pairs []string
		unread      int
		identical   string
		joined      string // of the warning
	}{
		"Canvas": {
			joined: "Canvas with 3 submissions, 1 of them joined from several files or folders",
			files: map[string]string{
				"adalee_11_901_queue.go": queue, "adalee_11_902_words.go": words, "bob_LATE_12_903_work.zip": filetest.Zip(t, [2]string{"hw/queue.go", edited}, [2]string{"hw/.DS_Store", "\x00x"}), "cy_13_904_words.go": words,
				".DS_Store": "\x00x", "Thumbs.db": "\x00x", "desktop.ini": "[.ShellClassInfo]\n",
			},
			want:  []string{"adalee_11: 2, adalee", "bob_LATE_12: 1, bob, late", "cy_13: 1, cy"},
			pairs: []string{"adalee_11 bob_LATE_12", "adalee_11 cy_13"},
		},
		"Blackboard": {
			joined: "Blackboard with 6 submissions, 2 of them joined from several files or folders, 2 of them further attempts, not compared with their student's others",
			files: map[string]string{
				"gradebook_C_HW_ada_attempt_2026-11-09-13-39-27.txt": none, "gradebook_C_HW_ada_attempt_2026-11-09-13-39-27_queue.go": queue,
				"gradebook_C_HW_ada_attempt_2026-11-10-13-39-27_queue.go": edited, "gradebook_C_HW_ada_attempt_2026-11-11-13-39-27_queue.go": edited,
				"gradebook_C_HW_bob_attempt_2026-11-09-14-00-00.txt": strings.Replace(none, "Ada Lovelace (ada)", "Bob Ray (bob)", 1), "gradebook_C_HW_bob_attempt_2026-11-09-14-00-00_main.go": more,
				"gradebook_C_HW_cy_attempt_2026-11-09-14-00-00.txt":  fmt.Sprintf(strings.Replace(form, "(ada)", "(cy)", 1), words),
				"gradebook_C_HW_dee_attempt_2026-11-09-14-00-00.txt": none,
			},
			want: []string{"gradebook_C_HW_ada_attempt_2026-11-09-13-39-27: 1, Ada Lovelace, 11-09 13:39, attempt 1", "gradebook_C_HW_ada_attempt_2026-11-10-13-39-27: 1, ada, 11-10 13:39, attempt 2",
				"gradebook_C_HW_bob_attempt_2026-11-09-14-00-00: 1, Bob Ray, 11-09 14:00", "gradebook_C_HW_cy_attempt_2026-11-09-14-00-00: 1, Ada Lovelace, 11-09 14:00"},
			pairs: []string{"gradebook_C_HW_ada_attempt_2026-11-09-13-39-27 gradebook_C_HW_bob_attempt_2026-11-09-14-00-00", "gradebook_C_HW_ada_attempt_2026-11-10-13-39-27 gradebook_C_HW_bob_attempt_2026-11-09-14-00-00",
				"gradebook_C_HW_bob_attempt_2026-11-09-14-00-00 gradebook_C_HW_cy_attempt_2026-11-09-14-00-00"},
			unread: 1,
		},
		"Moodle, groups": {
			joined: "Moodle with 4 submissions",
			files: map[string]string{
				"Red-Ann_1_assignsubmission_file/q.go": queue, "Red-Bob_2_assignsubmission_file/q.go": queue, "Blue-Cy_3_assignsubmission_file/q.go": edited,
				"Blue-Dee_4_assignsubmission_file/q.go": edited + words[len("package words\n"):],
			},
			want: []string{"Blue-Cy_3_assignsubmission_file: 1, Cy, Blue", "Blue-Dee_4_assignsubmission_file: 1, Dee, Blue", "Red-Ann_1_assignsubmission_file: 1, Ann, Red",
				"Red-Bob_2_assignsubmission_file: 1, Bob, Red"},
			pairs: []string{"Blue-Cy_3_assignsubmission_file Blue-Dee_4_assignsubmission_file", "Blue-Cy_3_assignsubmission_file Red-Ann_1_assignsubmission_file",
				"Blue-Dee_4_assignsubmission_file Red-Ann_1_assignsubmission_file"},
			identical: "[[2 3]]",
		},
		"Gradescope": {
			joined: "Gradescope with 3 submissions, 1 of them a further attempt, not compared with its student's others",
			files: map[string]string{
				"submission_1/a.go": queue, "submission_2/a.go": edited, "submission_3/b.go": words + queue[len("package queue\n"):],
				"submission_metadata.yml": "---\nsubmission_1:\n  :submitters:\n  - :name: Ada\n    :email: a@x\n  :created_at: 2026-11-09 13:39:27.1 Z\nsubmission_2:\n  :submitters:\n  - :name: Bob\n    :email: b@x\n" +
					"submission_3:\n  :submitters:\n  - :name: Ada\n    :email: a@x\n  :created_at: 2026-11-08 13:39:27.1 Z\n",
			},
			want:  []string{"submission_1: 1, Ada, 11-09 13:39, attempt 2", "submission_2: 1, Bob", "submission_3: 1, Ada, 11-08 13:39, attempt 1"},
			pairs: []string{"submission_1 submission_2", "submission_2 submission_3"},
		},
		"Ilias": {
			files: map[string]string{"Lee_Ann_alee_11/20261109_133927_queue.go": queue, "Lee_Ann_alee_11/20261108_120000_words.go": words, "Ray_Bob_bray_12/Late Submission - 20261110133927_queue.go": edited,
				"Roe_Cy_croe_13/queue.go": "package other\n", "Roe_Cy_croe_13/20269999_999999_queue.go": more},
			joined: "Ilias with 3 submissions",
			want:   []string{"Lee_Ann_alee_11: 2, Ann Lee, 11-09 13:39", "Ray_Bob_bray_12: 1, Bob Ray, 11-10 13:39, late", "Roe_Cy_croe_13: 2, Cy Roe"},
			pairs:  []string{"Lee_Ann_alee_11 Ray_Bob_bray_12", "Lee_Ann_alee_11 Roe_Cy_croe_13", "Ray_Bob_bray_12 Roe_Cy_croe_13"},
		},
		"Brightspace": {
			joined: "Brightspace with 3 submissions, 1 of them a further attempt, not compared with its student's others",
			files:  map[string]string{"index.html": "<p>", "11-9 - Ann Lee - Nov 9, 2026 139 PM/queue.go": queue, "11-9 - Ann Lee - Nov 10, 2026 139 PM/queue.go": edited, "12-9 - Bob Ray - Nov 9, 2026 1200 PM/words.go": more},
			want: []string{"11-9 - Ann Lee - Nov 10, 2026 139 PM: 1, Ann Lee, 11-10 13:39, attempt 2", "11-9 - Ann Lee - Nov 9, 2026 139 PM: 1, Ann Lee, 11-09 13:39, attempt 1",
				"12-9 - Bob Ray - Nov 9, 2026 1200 PM: 1, Bob Ray, 11-09 12:00"},
			pairs: []string{"11-9 - Ann Lee - Nov 10, 2026 139 PM 12-9 - Bob Ray - Nov 9, 2026 1200 PM", "11-9 - Ann Lee - Nov 9, 2026 139 PM 12-9 - Bob Ray - Nov 9, 2026 1200 PM"},
		},
		"GitHub Classroom": {
			joined: "GitHub Classroom or Gitea with 2 submissions",
			files:  map[string]string{"hw-ann/queue.go": queue, "hw-ann/.github/x.yml": "name: x\n", "hw-bob/queue.go": edited, "hw-bob/.github/x.yml": "name: x\n"},
			want:   []string{"hw-ann: 2, ann", "hw-bob: 2, bob"}, pairs: []string{"hw-ann hw-bob"},
		},
		"Gradescope, a student's table": {
			joined: "Gradescope with 3 submissions",
			files: map[string]string{
				"submission_1/a.go": queue, "submission_2/a.go": more, "submission_3/a.go": edited,
				"metadata.yml":              "---\nsubmission_1:\n  :submitters:\n  - :name: Ada\n    :email: a@x\nsubmission_3:\n  :submitters:\n  - :name: Cy\n    :email: c@x\n",
				"submission_3/metadata.yml": "---\nsubmission_1:\n  :submitters:\n  - :name: Cy\n    :email: c@x\nsubmission_3:\n  :submitters:\n  - :name: Cy\n    :email: c@x\n",
			},
			want:  []string{"submission_1: 1, Ada", "submission_2: 1, ", "submission_3: 2, Cy"},
			pairs: []string{"submission_1 submission_2", "submission_1 submission_3", "submission_2 submission_3"},
		},
		"an id of two people": {
			files: map[string]string{"ann_21_15_a.go": queue, "bob_22_15_a.go": words, "cy_21_15_a.go": edited},
			want:  []string{"ann_21_15_a.go: 1, ", "bob_22_15_a.go: 1, ", "cy_21_15_a.go: 1, "}, pairs: []string{"ann_21_15_a.go cy_21_15_a.go"},
		},
		"a table decides": {
			files: map[string]string{
				"adalee_11_901_queue.go": queue, "bob_12_903_queue.go": edited, "cy_13_904_queue.go": more,
				"info.csv": "filename,full_name,student,created_at\nadalee_11_901_queue.go,Ada Lee,7,2026-11-09\nbob_12_903_queue.go,,7,2026-11-08\n",
			},
			want:  []string{"adalee_11_901_queue.go: 1, Ada Lee, 11-09 00:00, attempt 2", "bob_12_903_queue.go: 1, 7, 11-08 00:00, attempt 1", "cy_13_904_queue.go: 1, "},
			pairs: []string{"adalee_11_901_queue.go cy_13_904_queue.go", "bob_12_903_queue.go cy_13_904_queue.go"},
		},
		"not sure": {
			files: map[string]string{"ada_1_2_a.go": queue, "bob_2_3_a.go": edited, "notes.txt": words},
			want:  []string{"ada_1_2_a.go: 1, ", "bob_2_3_a.go: 1, ", "notes.txt: 1, "}, pairs: []string{"ada_1_2_a.go bob_2_3_a.go"},
		},
	} {
		var inside [][2]string
		for file, content := range test.files {
			inside = append(inside, [2]string{"export/" + file, content})
		}
		kinds := map[string]string{
			"folder": filetest.Folder(t, test.files), "archive": filepath.Join(filetest.Folder(t, map[string]string{"all.zip": filetest.Zip(t, inside...)}), "all.zip"),
		}
		if test.joined != "" { // also below folders of the task
			nested, deeper := map[string]string{}, [][2]string{}
			for file, content := range test.files {
				nested["HW 1/Hand-ins/"+file] = content
				deeper = append(deeper, [2]string{"HW 1/Hand-ins/" + file, content})
			}
			kinds["nested folder"] = filetest.Folder(t, nested)
			kinds["nested archive"] = filepath.Join(filetest.Folder(t, map[string]string{"all.zip": filetest.Zip(t, deeper...)}), "all.zip")
			kinds["nested archive in a folder"] = filetest.Folder(t, map[string]string{"HW 1/all.zip": filetest.Zip(t, inside...)})
		}
		for kind, path := range kinds {
			r := compared(t, pairs.Options{Unit: "dir"}, path)
			if got := described(r); !slices.Equal(got, test.want) {
				t.Errorf("%s, %s:\n%s\nwant\n%s", name, kind, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			var got []string
			for _, p := range r.Pairs {
				names := []string{p.A.Name, p.B.Name}
				slices.Sort(names)
				got = append(got, strings.Join(names, " "))
			}
			if slices.Sort(got); !slices.Equal(got, test.pairs) || len(r.Unread) != test.unread || fmt.Sprint(r.Identical) != cmp.Or(test.identical, "[]") {
				t.Errorf("%s, %s: %q and %v\nnot compared: %+v, want %d", name, kind, got, r.Identical, r.Unread, test.unread)
			}
			joined := ""
			if at := slices.IndexFunc(r.Warnings, func(w answer.Warning) bool { return w.Code == string(option.PlatformNames) }); at >= 0 {
				_, joined, _ = strings.Cut(r.Warnings[at].Text, " is read as an export of ")
				joined = strings.TrimSuffix(joined, ": an info.csv that lists submissions replaces these names")
			}
			if joined != test.joined {
				t.Errorf("%s, %s: joined %s, want %s", name, kind, joined, test.joined)
			}
		}
	}
}

// Submissions below folders of the task are found by their look, if these folders have nothing
// else. A project, a group, or a single new submission is not divided.
func TestPairs_FindNestedSubmissions(t *testing.T) {
	edited := strings.Replace(queue, "next", "following", 1)
	class := func(names ...string) (files map[string]string) {
		files = map[string]string{}
		for i, name := range names {
			files[name+"/a.go"] = strings.Replace(edited, "package queue", fmt.Sprint("package queue", i), 1)
		}
		return files
	}
	five := []string{"HW/In/a", "HW/In/b", "HW/In/c", "HW/In/d", "HW/In/e"}
	for _, test := range []struct {
		files map[string]string
		old   map[string]string
		want  []string
		warns string   // in which kinds
		other []string // in an archive, whose single folder at the top is never shown
	}{
		{class("HW1/Abgaben/Lee, Ann (1)", "HW1/Abgaben/Ray, Bob (2)"), nil, []string{"Lee, Ann (1)", "Ray, Bob (2)"}, "folder archive", nil},
		{class("2026/CS/HW1/all/ann", "2026/CS/HW1/all/bob", "2026/CS/HW1/all/cy"), nil, []string{"ann", "bob", "cy"}, "folder archive", nil},
		{map[string]string{"HW/In/ann.zip": filetest.Zip(t, [2]string{"a.go", queue}), "HW/In/bob/a.go": edited, "HW/.DS_Store": "\x00", "HW/__MACOSX/In/._ann": "\x00\x05\x16\x07"}, nil, []string{"ann.zip", "bob"}, "folder archive", nil},
		{class("ann/HW/In", "bob/HW/In"), nil, []string{"ann", "bob"}, "", nil},
		{class("ann/project/src", "ann/project/test"), nil, []string{"ann"}, "", []string{"project"}},
		{class("ann/project/x", "ann/project/.git"), nil, []string{"ann"}, "", []string{"project"}},
		{map[string]string{"HW/In/ann/a.go": queue, "HW/In/bob.go": edited}, nil, []string{"HW"}, "", []string{"In"}},
		{map[string]string{"HW/In/ann/a.go": queue, "HW/In/bob/a.go": edited, "HW/task.go": words}, nil, []string{"HW"}, "", []string{"In", "task.go"}},
		{class("HW/In/ann", "HW/In/bob"), class("year/x", "year/y"), []string{"new/HW", "old/x", "old/y"}, "folder", []string{"new/In", "old/x", "old/y"}},
		{class(five...), class("HW/In/x", "HW/In/y"), []string{"new/a", "new/b", "new/c", "new/d", "new/e", "old/x", "old/y"}, "folder archive", nil},
	} {
		for _, kind := range []string{"folder", "archive"} {
			place := func(name string, files map[string]string) string {
				if kind == "folder" {
					within := map[string]string{}
					for file, content := range files {
						within[name+"/"+file] = content
					}
					return filepath.Join(filetest.Folder(t, within), name)
				}
				var all [][2]string
				for file, content := range files {
					all = append(all, [2]string{file, content})
				}
				return filepath.Join(filetest.Folder(t, map[string]string{name + ".zip": filetest.Zip(t, all...)}), name+".zip")
			}
			o := pairs.Options{Unit: "dir"}
			if test.old != nil {
				o.Old = []string{place("old", test.old)}
			}
			r := compared(t, o, place("new", test.files))
			var got []string
			for i := range r.Units {
				got = append(got, strings.Replace(r.Units[i].Name, ".zip/", "/", 1))
			}
			warns := slices.ContainsFunc(r.Warnings, func(w answer.Warning) bool { return w.Code == string(option.NestedUnits) })
			want := test.want
			if kind == "archive" && test.other != nil {
				want = test.other
			}
			if !slices.Equal(got, want) || warns != strings.Contains(test.warns, kind) {
				t.Errorf("%s of %v: %q, want %q; %q", kind, slices.Sorted(maps.Keys(test.files)), got, want, r.Warnings)
			}
		}
	}
}

// Code in the attempts of one student is not set aside as common, which would hide a copy of it.
func TestPairs_CountAStudentOnce(t *testing.T) {
	files, table := map[string]string{}, "filename,student\n"
	for i := range 8 {
		name, own := fmt.Sprint("s", i), filetest.Program(uint64(100+i))
		files[name+"/own.go"] = own
		if student := max(i, 6); student == 6 || i == 7 {
			files[name+"/queue.go"] = queue
			table += fmt.Sprintf("%s,%d\n", name, student)
		}
	}
	files["info.csv"] = table
	r := compared(t, pairs.Options{Unit: "dir"}, filetest.Folder(t, files))
	if slices.ContainsFunc(r.Warnings, func(w answer.Warning) bool { return w.Code == string(option.CommonFiles) }) || len(r.Pairs) != 7 {
		t.Errorf("%d pairs, %+v", len(r.Pairs), r.Warnings)
	}
}

// A pair of attempts is none of the pairs that were compared.
func TestPairs_CountNoPairOfAStudent(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"info.csv": "filename,student\na,7\nb,7\nc,8\n", "a/queue.go": queue, "b/queue.go": queue + words[len("package words\n"):], "c/words.go": words})
	if r := compared(t, pairs.Options{Unit: "dir"}, root); r.Stats.Comparable != 2 {
		t.Errorf("%d pairs", r.Stats.Comparable)
	}
}
