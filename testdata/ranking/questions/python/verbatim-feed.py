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
