"""Counts messages of an application's log by level and module."""

import sys
from collections import Counter


def main():
    if len(sys.argv) < 2:
        print("usage: levels.py LOG...", file=sys.stderr)
        return 2
    counts = Counter()
    latest = {}
    for name in sys.argv[1:]:
        with open(name) as f:
            for line in f:
                try:
                    date, clock, level, module, message = line.split(maxsplit=4)
                except ValueError:
                    continue
                counts[level, module] += 1
                if level in ("ERROR", "FATAL"):
                    latest[module] = (date, clock, message.strip())
    for (level, module), n in sorted(counts.items()):
        print(f"{level:8}{module:24}{n:>8}")
    for module, (date, clock, message) in latest.items():
        print(f"last error of {module} on {date} at {clock}:")
        print("   ", message)
    return 0


if __name__ == "__main__":
    sys.exit(main())
