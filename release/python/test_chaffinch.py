"""python3 -m unittest, in this folder. CHAFFINCH names the program."""

import os
import pathlib
import tempfile
import unittest

import chaffinch

ORIGINAL = """package sample

func Squares(values []int) (total int) {
	for i, v := range values {
		if v <= 0 {
			continue
		}
		if i%2 == 0 {
			total += v * v
		} else {
			total -= v * v / 2
		}
	}
	return total
}
"""


class Questions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.corpus = self.folder / "corpus"
        self.corpus.mkdir()
        (self.corpus / "squares.go").write_text(ORIGINAL)
        self.copy = self.folder / "copy.go"
        self.copy.write_text(ORIGINAL.replace("values", "items").replace("total", "sum"))
        self.index = self.folder / "index"
        chaffinch.index(self.corpus, index=self.index)

    def test_file(self):
        answer = chaffinch.search(self.copy, index=self.index)
        self.assertEqual(["squares.go"], [o.path for h in answer.hits for o in h.occurrences])
        hit = answer.hits[0]
        self.assertEqual("renamed", hit.kind)
        self.assertEqual(chaffinch.Lines(1, 15), hit.matches[0].document)
        self.assertTrue(0.5 < hit.score <= 1 and 0.5 < hit.probability <= 1, hit)
        self.assertEqual(answer.raw["hits"][0]["score"], hit.score)

    def test_text(self):
        answer = chaffinch.search(None, "--lang", "go", text=ORIGINAL, index=self.index)
        self.assertEqual("verbatim", answer.hits[0].kind)

    def test_nothing_is_found(self):
        self.assertEqual([], chaffinch.search(text="Nothing of this is in the index.\n" * 9, index=self.index).hits)

    def test_pairs(self):
        (self.corpus / "copy.go").write_text(self.copy.read_text())
        report = chaffinch.pairs(self.corpus)
        self.assertEqual([{"copy.go", "squares.go"}], [{p.a.name, p.b.name} for p in report.pairs])

    def test_error(self):
        with self.assertRaisesRegex(chaffinch.Error, "no/index"):
            chaffinch.search(self.copy, index=self.folder / "no" / "index")

    def test_both(self):
        with self.assertRaises(ValueError):
            chaffinch.search(self.copy, text="x")

    def test_missing_program(self):
        before = os.environ.get("CHAFFINCH")
        os.environ["CHAFFINCH"] = str(self.folder / "none")
        self.addCleanup(lambda: os.environ.pop("CHAFFINCH") and before and os.environ.update(CHAFFINCH=before))
        with self.assertRaises(OSError):
            chaffinch.run("version")


if __name__ == "__main__":
    unittest.main()
