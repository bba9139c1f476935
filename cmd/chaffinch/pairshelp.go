package main

import "github.com/spf13/cobra"

// pairsCommand returns the command with its help, and without flags.
func pairsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pairs [PATH...]",
		Short: "Compare every pair of files or submissions",
		Long: `Pairs compares all files below the PATHs with each other, or all submissions
with --unit dir. It lists the most similar pairs, best first. Archives (zip,
tar, rar) are read like folders. Without a PATH it compares the contents of the
index, which may be of repositories and dumps.

The score is the overall similarity of two units (files or submissions), from 0
to 1, comparable across the pairs of one run. Sure is how likely one of the two
is a copy of the other, judged by the score and the length of the shorter one.
If all units solve the same small task, it is too high: read the pairs from the
top. docs/scores.md says how it was measured. Smaller and larger are the shares
of the smaller and of the larger unit, by tokens, that are in matches; A or B
says which unit it is. Longest is the length of the longest match in tokens.
Identical units are listed once. If 50 or more are nearly identical, each is
compared with the first of them, and with others only if they have more in
common.

--sort smaller lists first the pairs in which the larger unit contains nearly
all of the smaller one. Their scores may be low, so lower --min-score, too. Two
short units that consist of idioms have large shares as well: look at the
longest match.

Common code hardly counts. Starter code does not count at all: specify it with
--base, or let --base-from-corpus find it. --archive specifies earlier work,
which is compared with the rest but not with itself. An info.csv next to the
submissions gives authors and dates (columns filename, full_name, label,
created_at, ignored), in UTF-8, UTF-16 or Windows-1252, with commas, semicolons
or tabs. Its paths are relative to its folder, or begin with the name of this
folder. If there is no s01, a row s01 is for s01.zip or s01.py. Times are shown
in UTC; one without a zone is taken for UTC. A submission with true in the
column ignored is starter code: nobody is compared with it. A row or date that
cannot be read is a warning. A table that cannot be read is neither used nor
compared, nor are reports of earlier runs, which are known by their first lines.

Files that look generated or minified are compared, too: a line such as
"@generated" must not hide a copy. They are marked. In submissions they form
units of their own, so that a bundle that many have does not count as theirs.
Pairs of two such units are listed after all others, and --fail-over does not
count them. --skip-generated skips such files; --generated and --minified treat
them like all others.

A single top-level folder of an archive is not part of the paths. With --unit
dir, an archive that is alone in the only PATH is read like a folder: it has the
submissions. Of an export of Moodle, the files and the online text of a student
are one submission. What cannot be compared is named, with the reason.

On a terminal the last line is the command that shows the first pair side by
side.

--output writes a file; its extension selects the format: .html, .json, .csv,
.tsv, .sarif, .jplag or .baseline. HTML is a self-contained page with both
sources of each pair side by side; a slider sets the threshold of its clusters
(average linkage). --open shows it in a browser. JSON has the matches by line,
and the groups. CSV and TSV list every copy. SARIF is for code scanning; its
paths are relative to the working directory. A .jplag file opens in the report
viewer of JPlag 6.2 or later; it contains the sources.

--fail-over is for automated checks: the exit status says whether a pair has
that score or more, and standard error names these pairs. --baseline is a file
.baseline or .json of an earlier run; --fail-over then counts new pairs only.
Use --output with the same file to create or replace the baseline. Neither file
is compared itself. A file .baseline has sorted hashes of all pairs, is small,
and is the same as long as the files are. A pair is new if the baseline does not
list it, or if one of its units has changed and the score has grown by more than
0.05. A renamed file is known by its contents. Make a baseline with --min-score
well below --fail-over.

With --only, the arguments are FILEs, such as those that a change touches. They
are compared with each other and with all other files of the working directory,
or below the paths of --in. Other pairs are not listed; the scores are those of
a run without --only. A FILE may be a folder. A FILE is compared even with
--skip-generated. One that was deleted, is ignored, excluded or skipped
for another reason, or is outside causes a warning. Without a FILE there is
nothing to compare. A baseline must be of a run without --only.

--min-match lists matches instead of pairs: blocks of that many tokens or more
that occur twice, in two files or in one, verbatim or with names and literals
changed one to one. A block at n places makes n-1 matches, each with an earlier
place, so a match has a copy and an original. These names do not say who copied
from whom. Lists of different names and tables of numbers match only if they are
the same. Matches within and between files that look generated or minified are
counted, not listed; such a file is in the totals if it has a match. The totals
count files, lines and tokens, and those of copies, by language.

--fail-over-match and --threshold are for automated checks: the exit status is 1
if there is a match of that many tokens, or if more than that percentage of the
lines are copies. With a --baseline, which must be of such a run,
--fail-over-match counts new matches only. Matches are known by their content,
wherever it is; another copy of it is new, and so is what a known match grew by
if that is as long as the limit. Both list matches of 50 tokens or
more unless --min-match says otherwise. With --only, matches with a place in a
FILE are listed, and this place is the copy. The totals are those of the FILEs.
If there is an index of the other files, such as .chaffinch, only those are read
that may have a match with a FILE, and those that are new or have changed since:
the result is the same, in a fraction of the time.

Exit status: 0 if there is a pair or match, 1 if not, 2 after an error. With
--fail-over, --fail-over-match or --threshold: 0 if the check passes, 1 if not,
2 after an error or, without --only, if there are no files.`,
		Example: `  chaffinch pairs submissions/
  chaffinch pairs --unit dir --base handout/ --archive 2024/ 2025/
  chaffinch pairs -o report.html submissions/
  chaffinch pairs --sort smaller --min-score 0.1 submissions/
  chaffinch pairs --min-score 0.8 --top 10 --index ~/corpus.chaffinch
  chaffinch pairs --fail-over 0.9 --baseline known.baseline -o pairs.sarif src/
  chaffinch pairs --only --fail-over 0.8 src/new.c src/changed.c
  chaffinch pairs --min-match 100 src/
  chaffinch pairs --fail-over-match 200 --threshold 5 src/
  chaffinch pairs --only --in src/ --fail-over-match 200 src/changed.c`,
		SuggestFor: []string{"all", "moss", "duplicates", "clones"},
		Args:       anyPaths,
	}
}
