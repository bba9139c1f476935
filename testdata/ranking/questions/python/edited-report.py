class Report:
    def write(self, top, out):
        print("pages", "-----", sep="\n", file=out)
        for path, count in self.hits.most_common(top):
            if path in self.ignored:
                continue
            print(f"  {count:8d}  {path}", file=out)
        for day in sorted(self.bytes_by_day, reverse=True):
            print(f"  {day}  {human(self.bytes_by_day[day])}", file=out)
        if self.slow_pages:
            print(f"slower than {self.slow} s", file=out)
            worst = sorted(self.slow_pages.items(), key=lambda item: -max(item[1]))
            for path, times in worst[:top]:
                mean = sum(times) / len(times)
                median = sorted(times)[len(times) // 2]
                print(f"  {len(times):6d}  mean {mean:.2f}  median {median:.2f}  max {max(times):.2f}  {path}", file=out)
        print("errors", self.error_share(), file=out)


def human(size):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} PiB"
