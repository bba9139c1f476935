package chaffinch_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// insideStrings are functions that put values into strings, and the same with the values behind a
// string. Each has the names total, rows, row, limit and name.
var insideStrings = []struct{ file, inside, plain string }{
	{"a.py", `def report(rows, limit):
    total = sum(row.amount for row in rows)
    for row in rows[:limit]:
        print(f"{row.name:20} {row.amount:8.2f} {row.amount / total:6.1%}")
    print(f"{len(rows)} rows, total {total:.2f}")
    return total
`, `def report(rows, limit):
    total = sum(row.amount for row in rows)
    for row in rows[:limit]:
        print("%20s %8.2f %6.1f" % (row.name, row.amount, row.amount / total))
    print("%d rows, total %.2f" % (len(rows), total))
    return total
`},
	{"a.rb", `def report(rows, limit)
  total = rows.sum(&:amount)
  rows.first(limit).each do |row|
    puts "#{row.name.ljust(20)} #{row.amount} #{row.amount / total}"
  end
  puts "#{rows.size} rows, total #{total}"
  total
end
`, `def report(rows, limit)
  total = rows.sum(&:amount)
  rows.first(limit).each do |row|
    puts format("%s %d %d", row.name.ljust(20), row.amount, row.amount / total)
  end
  puts format("%d rows, total %d", rows.size, total)
  total
end
`},
	{"a.kt", `fun report(rows: List<Row>, limit: Int): Double {
    val total = rows.sumOf { row -> row.amount }
    for (row in rows.take(limit)) {
        println("${row.name.padEnd(20)} ${row.amount} ${row.amount / total}")
    }
    println("${rows.size} rows, total $total")
    return total
}
`, `fun report(rows: List<Row>, limit: Int): Double {
    val total = rows.sumOf { row -> row.amount }
    for (row in rows.take(limit)) {
        println("%s %f %f".format(row.name.padEnd(20), row.amount, row.amount / total))
    }
    println("%d rows, total %f".format(rows.size, total))
    return total
}
`},
	{"a.cs", `static double Report(List<Row> rows, int limit) {
    var total = rows.Sum(row => row.Amount);
    foreach (var row in rows.Take(limit)) {
        Console.WriteLine($"{row.Name,-20} {row.Amount:F2} {row.Amount / total:P1}");
    }
    Console.WriteLine($"{rows.Count} rows, total {total}");
    return total;
}
`, `static double Report(List<Row> rows, int limit) {
    var total = rows.Sum(row => row.Amount);
    foreach (var row in rows.Take(limit)) {
        Console.WriteLine("{0,-20} {1:F2} {2:P1}", row.Name, row.Amount, row.Amount / total);
    }
    Console.WriteLine("{0} rows, total {1}", rows.Count, total);
    return total;
}
`},
	{"a.ts", `function report(rows: Row[], limit: number): number {
  const total = rows.reduce((sum, row) => sum + row.amount, 0);
  for (const row of rows.slice(0, limit)) {
    console.log(` + "`${row.name.padEnd(20)} ${row.amount} ${row.amount / total}`" + `);
  }
  console.log(` + "`${rows.length} rows, total ${total}`" + `);
  return total;
}
`, `function report(rows: Row[], limit: number): number {
  const total = rows.reduce((sum, row) => sum + row.amount, 0);
  for (const row of rows.slice(0, limit)) {
    console.log("%s %d %d", row.name.padEnd(20), row.amount, row.amount / total);
  }
  console.log("%d rows, total %d", rows.length, total);
  return total;
}
`},
	{"a.sh", `report() {
  rows=$1; limit=$2; total=0
  for row in "$rows"/*.txt; do
    name=$(basename "$row")
    cp "$row" "$limit/$name.bak" && total=$((total + 1))
    echo "copied $row to $limit/$name.bak"
  done
  echo "$total files"
}
`, `report() {
  rows=$1; limit=$2; total=0
  for row in $rows/*.txt; do
    name=$(basename $row)
    cp $row $limit/$name.bak && total=$((total + 1))
    printf copied $row to $limit/$name.bak
  done
  echo $total files
}
`},
	{"a.swift", `func report(rows: [Row], limit: Int) -> Double {
    let total = rows.map { row in row.amount }.reduce(0, +)
    for row in rows.prefix(limit) {
        print("\(row.name) \(row.amount) \(row.amount / total)")
    }
    print("\(rows.count) rows, total \(total)")
    return total
}
`, `func report(rows: [Row], limit: Int) -> Double {
    let total = rows.map { row in row.amount }.reduce(0, +)
    for row in rows.prefix(limit) {
        print(String(format: "%@ %f %f", row.name, row.amount, row.amount / total))
    }
    print(String(format: "%d rows, total %f", rows.count, total))
    return total
}
`},
	{"a.php", `<?php
function report(array $rows, int $limit): float {
    $total = array_sum(array_column($rows, 'amount'));
    foreach (array_slice($rows, 0, $limit) as $row) {
        echo "{$row->name} {$row->amount} of $total\n";
    }
    $name = count($rows);
    echo "$name rows, total $total\n";
    return $total;
}
`, `<?php
function report(array $rows, int $limit): float {
    $total = array_sum(array_column($rows, 'amount'));
    foreach (array_slice($rows, 0, $limit) as $row) {
        printf("%s %f of %f\n", $row->name, $row->amount, $total);
    }
    $name = count($rows);
    printf("%d rows, total %f\n", $name, $total);
    return $total;
}
`},
	{"a.rs", `fn report(rows: &[Row], limit: usize) -> f64 {
    let total: f64 = rows.iter().map(|row| row.amount).sum();
    for row in rows.iter().take(limit) {
        let name = row.amount / total;
        println!("{row:?} {name:6.1} of {total}");
    }
    let name = rows.len();
    println!("{name} rows, total {total:.2}");
    total
}
`, `fn report(rows: &[Row], limit: usize) -> f64 {
    let total: f64 = rows.iter().map(|row| row.amount).sum();
    for row in rows.iter().take(limit) {
        let name = row.amount / total;
        println!("{:?} {:6.1} of {}", row, name, total);
    }
    let name = rows.len();
    println!("{} rows, total {:.2}", name, total);
    total
}
`},
	{"a.scala", `def report(rows: List[Row], limit: Int): Double = {
  val total = rows.map(row => row.amount).sum
  for (row <- rows.take(limit)) {
    println(s"${row.name.padTo(20, ' ')} ${row.amount} ${row.amount / total}")
  }
  println(s"${rows.size} rows, total $total")
  total
}
`, `def report(rows: List[Row], limit: Int): Double = {
  val total = rows.map(row => row.amount).sum
  for (row <- rows.take(limit)) {
    println("%s %f %f".format(row.name.padTo(20, ' '), row.amount, row.amount / total))
  }
  println("%d rows, total %f".format(rows.size, total))
  total
}
`},
	{"a.dart", `double report(List<Row> rows, int limit) {
  final total = rows.fold(0.0, (sum, row) => sum + row.amount);
  for (final row in rows.take(limit)) {
    print('${row.name.padRight(20)} ${row.amount} ${row.amount / total}');
  }
  print('${rows.length} rows, total $total');
  return total;
}
`, `double report(List<Row> rows, int limit) {
  final total = rows.fold(0.0, (sum, row) => sum + row.amount);
  for (final row in rows.take(limit)) {
    print(sprintf('%s %f %f', [row.name.padRight(20), row.amount, row.amount / total]));
  }
  print(sprintf('%d rows, total %f', [rows.length, total]));
  return total;
}
`},
	{"a.groovy", `def report(List rows, int limit) {
    def total = rows.sum { row -> row.amount }
    for (row in rows.take(limit)) {
        println "${row.name.padRight(20)} ${row.amount} ${row.amount / total}"
    }
    println "${rows.size()} rows, total $total"
    return total
}
`, `def report(List rows, int limit) {
    def total = rows.sum { row -> row.amount }
    for (row in rows.take(limit)) {
        printf "%s %f %f", row.name.padRight(20), row.amount, row.amount / total
    }
    printf "%d rows, total %f", rows.size(), total
    return total
}
`},
	{"a.pl", `sub report {
    my ($rows, $limit) = @_;
    my $total = sum(map { $_->{amount} } @$rows);
    for my $row (@{$rows}[0 .. $limit]) {
        my $name = pad($row);
        print "$name: @{[ $row->{amount} / $total ]} of $total\n";
    }
    my $name = scalar(@$rows);
    print "$name rows, total $total\n";
    return $total;
}
`, `sub report {
    my ($rows, $limit) = @_;
    my $total = sum(map { $_->{amount} } @$rows);
    for my $row (@{$rows}[0 .. $limit]) {
        my $name = pad($row);
        printf "%s: %f of %f\n", $name, $row->{amount} / $total, $total;
    }
    my $name = scalar(@$rows);
    printf "%d rows, total %f\n", $name, $total;
    return $total;
}
`},
	{"a.ex", `def report(rows, limit) do
  total = Enum.sum(Enum.map(rows, fn row -> row.amount end))
  for row <- Enum.take(rows, limit) do
    IO.puts("#{String.pad_trailing(row.name, 20)} #{row.amount} #{row.amount / total}")
  end
  IO.puts("#{length(rows)} rows, total #{total}")
  total
end
`, `def report(rows, limit) do
  total = Enum.sum(Enum.map(rows, fn row -> row.amount end))
  for row <- Enum.take(rows, limit) do
    :io.format("~s ~p ~p", [String.pad_trailing(row.name, 20), row.amount, row.amount / total])
  end
  :io.format("~p rows, total ~p", [length(rows), total])
  total
end
`},
	{"a.jl", `function report(rows, limit)
    total = sum(row.amount for row in rows)
    for row in first(rows, limit)
        println("$(rpad(row.name, 20)) $(row.amount) $(row.amount / total)")
    end
    println("$(length(rows)) rows, total $total")
    return total
end
`, `function report(rows, limit)
    total = sum(row.amount for row in rows)
    for row in first(rows, limit)
        @printf("%s %f %f", rpad(row.name, 20), row.amount, row.amount / total)
    end
    @printf("%d rows, total %f", length(rows), total)
    return total
end
`},
}

// TestCompare_SeesNamesInsideStrings: a function whose names were changed one to one is renamed,
// also if the names stand in strings, with the score of a function without them, and is found as a
// clone.
func TestCompare_SeesNamesInsideStrings(t *testing.T) {
	const least, most = 30, 0.03 // tokens of a clone, and difference of scores
	for _, c := range insideStrings {
		score := func(src string) float64 {
			t.Helper()
			other := renamedInside(src)
			a := asktest.CompareTexts(t, chaffinch.Document{Name: c.file, Source: []byte(src)}, chaffinch.Document{Name: c.file, Source: []byte(other)})
			if a.Kind != "renamed" || len(a.Matches) != 1 || a.A.Coverage != 1 {
				t.Errorf("%s is %s, with %d matches that cover %g of\n%s", c.file, a.Kind, len(a.Matches), a.A.Coverage, other)
			}
			return a.Score
		}
		if inside, plain := score(c.inside), score(c.plain); inside < plain-most {
			t.Errorf("%s scores %.3f, and without names in strings %.3f", c.file, inside, plain)
		}
		dir := t.TempDir()
		asktest.Must(t, os.WriteFile(filepath.Join(dir, c.file), []byte(c.inside), 0o644))
		asktest.Must(t, os.WriteFile(filepath.Join(dir, "b"+c.file), []byte(renamedInside(c.inside)), 0o644))
		found, err := chaffinch.Clones(t.Context(), []string{dir}, pairs.CloneOptions{MinTokens: least})
		asktest.Must(t, err)
		if len(found.Clones) != 1 || found.Clones[0].Kind != "renamed" {
			t.Errorf("%s: %+v", c.file, found.Clones)
		}
	}
}

// TestCompare_NamesBehindCodeAreRenamed: a program that renames rows also renames "${n} rows". This
// is a renaming; the same text with another word is an edit.
func TestCompare_NamesBehindCodeAreRenamed(t *testing.T) {
	for _, c := range insideStrings {
		other := strings.ReplaceAll(renamedInside(c.inside), "rows, total ", "lines, summe ")
		for copied, want := range map[string]string{other: "renamed", strings.ReplaceAll(other, ", summe ", ", umme "): "edited"} {
			if copied == other && want == "edited" || c.file == "a.sh" { // has no such text
				continue
			}
			a := asktest.CompareTexts(t, chaffinch.Document{Name: c.file, Source: []byte(c.inside)}, chaffinch.Document{Name: c.file, Source: []byte(copied)})
			if a.Kind != want {
				t.Errorf("%s is %s, want %s: %+v", c.file, a.Kind, want, a.Matches)
			}
		}
	}
}

// TestCompare_TextBehindCodeIsNoCopy: strings agree only if their text behind code does, too. It
// is one edit, and the structure is as before.
func TestCompare_TextBehindCodeIsNoCopy(t *testing.T) {
	for _, c := range insideStrings {
		tried := 0
		for _, piece := range []string{" rows, total ", " to ", ".bak", " files"} {
			other := strings.ReplaceAll(c.inside, piece, piece[:1]+"x"+piece[1:])
			if other == c.inside {
				continue
			}
			tried++
			a := asktest.CompareTexts(t, chaffinch.Document{Name: c.file, Source: []byte(c.inside)}, chaffinch.Document{Name: c.file, Source: []byte(other)})
			if a.Kind != "edited" || len(a.Matches) != 1 || a.A.Coverage != 1 || len(a.Matches[0].Edits) != strings.Count(c.inside, piece) {
				t.Errorf("%s with another %q is %s: %+v", c.file, piece, a.Kind, a.Matches)
			}
		}
		if tried == 0 {
			t.Errorf("%s: nothing is changed", c.file)
		}
	}
}

// renamedInside gives the names of a function other names everywhere, but for the text of strings.
func renamedInside(src string) string {
	other := map[string]string{"total": "summe", "rows": "lines", "row": "item", "limit": "top", "name": "label"}
	renamed := regexp.MustCompile(`\b(total|rows|row|limit|name)\b`).ReplaceAllStringFunc(src, func(name string) string { return other[name] })
	return strings.ReplaceAll(renamed, "lines, summe ", "rows, total ")
}
