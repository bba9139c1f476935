//! Reads a web server's access log and prints what was asked for most, which
//! answers were errors, and how many bytes went out in each hour.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process;

#[derive(Debug)]
struct Hit<'a> {
    host: &'a str,
    hour: &'a str,
    method: &'a str,
    path: &'a str,
    status: u16,
    bytes: u64,
}

fn parse_line(line: &str) -> Option<Hit<'_>> {
    let (host, rest) = line.split_once(' ')?;
    let open = rest.find('[')?;
    let close = rest[open..].find(']')? + open;
    let stamp = &rest[open + 1..close];
    let hour = stamp.get(..14)?;
    let after = &rest[close + 1..];
    let mut quoted = after.splitn(3, '"');
    quoted.next()?;
    let request = quoted.next()?;
    let mut tail = quoted.next()?.split_whitespace();
    let mut words = request.split(' ');
    Some(Hit {
        host,
        hour,
        method: words.next()?,
        path: words.next()?.split('?').next()?,
        status: tail.next()?.parse().ok()?,
        bytes: tail.next()?.parse().unwrap_or(0),
    })
}

#[derive(Default)]
struct Report {
    lines: usize,
    broken: usize,
    by_path: HashMap<String, usize>,
    by_status: BTreeMap<u16, usize>,
    by_hour: BTreeMap<String, u64>,
    visitors: HashMap<String, usize>,
}

impl Report {
    fn add(&mut self, line: &str) {
        self.lines += 1;
        let Some(hit) = parse_line(line) else {
            self.broken += 1;
            return;
        };
        if hit.method == "GET" {
            *self.by_path.entry(hit.path.to_string()).or_insert(0) += 1;
        }
        *self.by_status.entry(hit.status).or_insert(0) += 1;
        *self.by_hour.entry(hit.hour.to_string()).or_insert(0) += hit.bytes;
        *self.visitors.entry(hit.host.to_string()).or_insert(0) += 1;
    }

    fn top_paths(&self, n: usize) -> Vec<(&str, usize)> {
        let mut paths: Vec<_> = self.by_path.iter().map(|(p, c)| (p.as_str(), *c)).collect();
        paths.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        paths.truncate(n);
        paths
    }

    fn print(&self) {
        println!("{} lines, {} not understood, {} visitors", self.lines, self.broken, self.visitors.len());
        for (path, count) in self.top_paths(10) {
            println!("{:>8}  {}", count, path);
        }
        let errors: usize = self.by_status.range(400..).map(|(_, n)| n).sum();
        println!("{:.2}% errors", 100.0 * errors as f64 / self.lines.max(1) as f64);
        for (hour, bytes) in &self.by_hour {
            println!("{}  {:>10} KiB", hour, bytes / 1024);
        }
    }
}

fn run(paths: &[String]) -> io::Result<Report> {
    let mut report = Report::default();
    for path in paths {
        let reader = BufReader::new(File::open(path)?);
        for line in reader.lines() {
            report.add(&line?);
        }
    }
    Ok(report)
}

fn main() {
    let paths: Vec<String> = env::args().skip(1).collect();
    if paths.is_empty() {
        eprintln!("usage: access_log FILE...");
        process::exit(2);
    }
    match run(&paths) {
        Ok(report) => report.print(),
        Err(err) => {
            eprintln!("error: {}", err);
            process::exit(1);
        }
    }
}
