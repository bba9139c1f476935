"""Groups the requests in a web server's log into sessions of one visitor."""

import shlex
import statistics
import sys
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter

PAUSE = timedelta(minutes=30)
EXTRAS = (".css", ".js", ".png", ".svg", ".ico", ".woff2")


@dataclass(order=True)
class Hit:
    address: str
    when: datetime
    url: str = field(compare=False)
    status: int = field(compare=False)

    @classmethod
    def parse(cls, row):
        """Takes a line apart by quotes and brackets, without a pattern."""
        address, tail = row.split(" ", 1)
        clock, tail = tail[tail.index("[") + 1:].split("]", 1)
        line, status, *_ = shlex.split(tail)
        _, url, _ = line.split(" ")
        return cls(address, datetime.strptime(clock[:20], "%d/%b/%Y:%H:%M:%S"), url, int(status))

    @property
    def extra(self):
        return self.url.lower().endswith(EXTRAS)


def hits_of(log):
    for row in log:
        try:
            yield Hit.parse(row)
        except (ValueError, IndexError):
            sys.stderr.write(f"skipped: {row[:60]!r}\n")


@dataclass
class Visit:
    address: str
    hits: list

    @property
    def duration(self):
        return self.hits[-1].when - self.hits[0].when

    @property
    def views(self):
        return [h.url for h in self.hits if not h.extra]

    @property
    def broken(self):
        return any(h.status >= 400 for h in self.hits)


def visits_of(hits):
    """Cuts each visitor's requests wherever nothing came for half an hour."""
    for address, series in groupby(sorted(hits), key=attrgetter("address")):
        current = []
        for hit in series:
            if current and hit.when - current[-1].when > PAUSE:
                yield Visit(address, current)
                current = []
            current.append(hit)
        yield Visit(address, current)


def overview(visits):
    if not visits:
        return "no sessions"
    minutes = [x.duration.total_seconds() / 60 for x in visits]
    sizes = [len(x.views) for x in visits]
    return "\n".join([
        f"sessions       {len(visits)}",
        f"visitors       {len({x.address for x in visits})}",
        f"median length  {statistics.median(minutes):.1f} min",
        f"mean depth     {statistics.mean(sizes):.1f} pages",
        f"with errors    {sum(x.broken for x in visits) / len(visits):.0%}",
    ])


def landing(visits):
    counts = {}
    for v in visits:
        if v.views:
            start = v.views[0]
            times, left = counts.get(start, (0, 0))
            gone = len(v.views) == 1
            counts[start] = (times + 1, left + gone)
    return sorted(counts.items(), key=lambda kv: kv[1], reverse=True)


if __name__ == "__main__":
    all_visits = list(visits_of(hits_of(sys.stdin)))
    print(overview(all_visits))
    for entry, (times, left) in landing(all_visits)[:15]:
        print(f"{times:6d} {left / times:7.0%}  {entry}")
