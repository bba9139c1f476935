"""Groups the requests in a web server's log into sessions of one visitor."""

import shlex
import statistics
import sys
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter

IDLE = timedelta(minutes=30)
ASSETS = (".css", ".js", ".png", ".svg", ".ico", ".woff2")


@dataclass(order=True)
class Request:
    address: str
    moment: datetime
    target: str = field(compare=False)
    code: int = field(compare=False)

    @classmethod
    def from_log(cls, text):
        """Takes a line apart by quotes and brackets, without a pattern."""
        address, rest = text.split(" ", 1)
        stamp, rest = rest[rest.index("[") + 1:].split("]", 1)
        call, code, *_ = shlex.split(rest)
        _, target, _ = call.split(" ")
        return cls(address, datetime.strptime(stamp[:20], "%d/%b/%Y:%H:%M:%S"), target, int(code))

    @property
    def is_asset(self):
        return self.target.lower().endswith(ASSETS)


@dataclass
class Session:
    address: str
    requests: list

    @property
    def length(self):
        return self.requests[-1].moment - self.requests[0].moment

    @property
    def pages(self):
        return [r.target for r in self.requests if not r.is_asset]

    @property
    def failed(self):
        return any(r.code >= 400 for r in self.requests)


def read_requests(stream):
    for text in stream:
        try:
            yield Request.from_log(text)
        except (ValueError, IndexError):
            sys.stderr.write(f"skipped: {text[:60]!r}\n")


def sessions(requests):
    """Cuts each visitor's requests wherever nothing came for half an hour."""
    for address, visits in groupby(sorted(requests), key=attrgetter("address")):
        open_session = []
        for visit in visits:
            if open_session and visit.moment - open_session[-1].moment > IDLE:
                yield Session(address, open_session)
                open_session = []
            open_session.append(visit)
        yield Session(address, open_session)


def entry_pages(found):
    tally = {}
    for session in found:
        if session.pages:
            first = session.pages[0]
            seen, lost = tally.get(first, (0, 0))
            bounced = len(session.pages) == 1
            tally[first] = (seen + 1, lost + bounced)
    return sorted(tally.items(), key=lambda pair: pair[1], reverse=True)


def summary(found):
    if not found:
        return "no sessions"
    minutes = [s.length.total_seconds() / 60 for s in found]
    depth = [len(s.pages) for s in found]
    return "\n".join([
        f"sessions       {len(found)}",
        f"visitors       {len({s.address for s in found})}",
        f"median length  {statistics.median(minutes):.1f} min",
        f"mean depth     {statistics.mean(depth):.1f} pages",
        f"with errors    {sum(s.failed for s in found) / len(found):.0%}",
    ])


if __name__ == "__main__":
    all_sessions = list(sessions(read_requests(sys.stdin)))
    print(summary(all_sessions))
    for page, (seen, lost) in entry_pages(all_sessions)[:15]:
        print(f"{seen:6d} {lost / seen:7.0%}  {page}")
