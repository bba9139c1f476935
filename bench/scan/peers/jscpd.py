#!/usr/bin/env python3
"""Runs jscpd (npm) with at least 5 lines and 30 tokens, and prints its duplicates for bench/scan.

usage: jscpd.py PROJECTS CORPUS..."""
import json, os, subprocess, sys, tempfile

projects, corpus = os.path.realpath(sys.argv[1]), [os.path.realpath(c) for c in sys.argv[2:]]
with tempfile.TemporaryDirectory() as out:
    subprocess.run(
        ["npx", "--yes", "jscpd@4", "--silent", "--absolute", "--reporters", "json", "--output", out, "--min-lines", "5",
         "--min-tokens", "30", "--max-lines", "100000", "--max-size", "10mb", projects, *corpus],
        check=True, stdout=sys.stderr)
    with open(os.path.join(out, "jscpd-report.json")) as f:
        duplicates = json.load(f)["duplicates"]
for d in duplicates:
    for a, b in ((d["firstFile"], d["secondFile"]), (d["secondFile"], d["firstFile"])):
        if a["name"].startswith(projects + "/") and not b["name"].startswith(projects + "/"):
            print(json.dumps({"file": a["name"], "from": a["start"], "to": a["end"], "origin": b["name"]}))
