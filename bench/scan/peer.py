# Compares the projects of each language with the originals by copydetect, as its command does: every pair of files. Pairs
# that share no hash, which it would compare in vain, are left out. Status 1 would be that of a program that finds nothing.
import json
import os
import sys
import traceback

import numpy
from copydetect import CodeFingerprint, compare_files

NOISE, GUARANTEE = 25, 25  # the defaults of the command


def fingerprints(folder):
    all = []
    for top, _, names in os.walk(folder):
        for name in sorted(names):
            try:
                made = CodeFingerprint(os.path.join(top, name), NOISE, GUARANTEE - NOISE + 1)
            except UnicodeDecodeError:
                continue
            made.list = numpy.fromiter(made.hashes, dtype=numpy.int64)
            all.append(made)
    return all


def compare(files, others):
    hashes = numpy.concatenate([o.list for o in others])
    owner = numpy.repeat(numpy.arange(len(others)), [len(o.list) for o in others])
    order = numpy.argsort(hashes, kind="stable")
    hashes, owner = hashes[order], owner[order]
    for f in files:
        left, right = numpy.searchsorted(hashes, f.list, "left"), numpy.searchsorted(hashes, f.list, "right")
        shared = set()
        for a, b in zip(left, right):
            if b > a:
                shared.update(owner[a:b].tolist())
        for i in sorted(shared):
            overlap, similarity, slices = compare_files(f, others[i])
            if overlap == 0:
                continue
            for start, end in zip(*slices[0]):
                lines = {"From": f.raw_code.count("\n", 0, int(start)) + 1, "To": f.raw_code.count("\n", 0, int(end) - 1) + 1}
                print(json.dumps({"file": f.filename, "path": others[i].filename, "lines": lines, "similarity": float(max(similarity))}))


try:
    for language in sorted(os.listdir(sys.argv[1])):
        folder = os.path.join(sys.argv[1], language)
        compare(fingerprints(os.path.join(folder, "projects")), fingerprints(os.path.join(folder, "originals")))
except Exception:
    traceback.print_exc()
    sys.exit(2)
