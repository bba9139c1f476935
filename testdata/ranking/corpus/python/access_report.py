#!/usr/bin/env python3
# Copyright (c) 2019 The Marrow Bridge Authors.
#
# You may use, change and pass on this file as you like, so long as this
# notice stays in it. It comes without any promise of fitness; whoever runs
# it bears the risk.
"""Summarises the access log of a web server: hits, errors, slow pages."""

import argparse
import gzip
import re
import sys
from collections import Counter, defaultdict
from datetime import datetime

LINE = re.compile(
    r'(?P<host>\S+) \S+ (?P<user>\S+) \[(?P<time>[^\]]+)\] '
    r'"(?P<method>[A-Z]+) (?P<path>\S+) [^"]*" (?P<status>\d{3}) (?P<size>\d+|-)'
    r'(?: (?P<seconds>[\d.]+))?'
)


def open_log(path):
    if path == "-":
        return sys.stdin
    if path.endswith(".gz"):
        return gzip.open(path, "rt", encoding="utf-8", errors="replace")
    return open(path, encoding="utf-8", errors="replace")


class Report:
    def __init__(self, slow):
        self.slow = slow
        self.hits = Counter()
        self.status = Counter()
        self.bytes_by_day = defaultdict(int)
        self.slow_pages = defaultdict(list)
        self.bad_lines = 0

    def feed(self, line):
        match = LINE.match(line)
        if match is None:
            self.bad_lines += 1
            return
        path = match["path"].split("?", 1)[0]
        self.hits[path] += 1
        self.status[match["status"]] += 1
        when = datetime.strptime(match["time"], "%d/%b/%Y:%H:%M:%S %z")
        if match["size"] != "-":
            self.bytes_by_day[when.date()] += int(match["size"])
        if match["seconds"] and float(match["seconds"]) >= self.slow:
            self.slow_pages[path].append(float(match["seconds"]))

    def error_share(self):
        total = sum(self.status.values())
        errors = sum(n for code, n in self.status.items() if code >= "500")
        return errors / total if total else 0.0

    def print(self, top, out):
        print("most visited", file=out)
        for path, count in self.hits.most_common(top):
            print(f"  {count:8d}  {path}", file=out)
        print("by day", file=out)
        for day in sorted(self.bytes_by_day):
            print(f"  {day}  {human(self.bytes_by_day[day])}", file=out)
        if self.slow_pages:
            print(f"slower than {self.slow} s", file=out)
            worst = sorted(self.slow_pages.items(), key=lambda item: -max(item[1]))
            for path, times in worst[:top]:
                mean = sum(times) / len(times)
                print(f"  {len(times):6d}  mean {mean:.2f}  max {max(times):.2f}  {path}", file=out)
        print(f"errors: {self.error_share():.2%}, unreadable lines: {self.bad_lines}", file=out)


def human(size):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} TiB"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="*", default=["-"], help="files to read")
    parser.add_argument("--slow", type=float, default=2.0, help="seconds that count as slow")
    parser.add_argument("--top", type=int, default=10)
    args = parser.parse_args(argv)
    report = Report(args.slow)
    for path in args.logs:
        try:
            with open_log(path) as log:
                for line in log:
                    report.feed(line)
        except OSError as err:
            print(f"{path}: {err.strerror}", file=sys.stderr)
            return 1
    report.print(args.top, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
