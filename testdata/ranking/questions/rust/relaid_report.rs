fn add(&mut self, line: &str) {
	self.lines += 1;
	let Some(hit) = parse_line(line) else { self.broken += 1; return; };
	if hit.method == "GET" {
		*self.by_path.entry(hit.path.to_string()).or_insert(0) += 1;
	}
	/* counters */
	*self.by_status.entry(hit.status).or_insert(0) += 1;
	*self.by_hour.entry(hit.hour.to_string()).or_insert(0) += hit.bytes;
	*self.visitors.entry(hit.host.to_string()).or_insert(0) += 1;
}
fn top_paths(&self, n: usize) -> Vec<(&str, usize)> {
	let mut paths: Vec<_> = self.by_path
		.iter()
		.map(|(p, c)| (p.as_str(), *c))
		.collect();
	// often asked first, then by name
	paths.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
	paths.truncate(n);
	paths
}
fn print(&self) {
	println!(
		"{} lines, {} not understood, {} visitors",
		self.lines,
		self.broken,
		self.visitors.len()
	);
	for (path, count) in self.top_paths(10) {
		println!("{:>8}  {}", count, path);
	}
	let errors: usize = self.by_status.range(400..).map(|(_, n)| n).sum();
	println!("{:.2}% errors", 100.0 * errors as f64 / self.lines.max(1) as f64);
	for (hour, bytes) in &self.by_hour {
		println!("{}  {:>10} KiB", hour, bytes / 1024);
	}
}
