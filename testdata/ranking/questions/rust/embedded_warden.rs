//! Decides which addresses to lock out of a web server for a while. Requests
//! are read from the log as it grows; an address that collects too many bad
//! marks is written to a list that the firewall reads.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const LIMIT: f64 = 30.0;
const HALF_LIFE: f64 = 120.0;
const LOCK_SECONDS: u64 = 1800;

#[derive(Clone, Debug)]
#[allow(dead_code)]
struct Hit<'a> {
    method: &'a str,
    path: &'a str,
    host: &'a str,
    status: u16,
    bytes: u64,
    hour: &'a str,
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

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

struct Marks {
    points: f64,
    at: u64,
}

impl Marks {
    fn add(&mut self, points: f64, now: u64) -> f64 {
        let age = now.saturating_sub(self.at) as f64;
        self.points = self.points * 0.5_f64.powf(age / HALF_LIFE) + points;
        self.at = now;
        self.points
    }
}

fn badness(hit: &Hit<'_>) -> f64 {
    let mut points = match hit.status {
        401 | 403 => 4.0,
        404 => 1.0,
        500..=599 => 0.5,
        _ => 0.05,
    };
    for smell in ["/wp-login", "/.env", "/phpmyadmin", "/cgi-bin/"] {
        if hit.path.starts_with(smell) {
            points += 10.0;
        }
    }
    if hit.method != "GET" && hit.method != "HEAD" {
        points *= 1.5;
    }
    points
}

struct Warden {
    marks: HashMap<String, Marks>,
    locked: HashMap<String, u64>,
    list: PathBuf,
}

impl Warden {
    fn new(list: &Path) -> Self {
        Warden { marks: HashMap::new(), locked: HashMap::new(), list: list.to_path_buf() }
    }

    fn see(&mut self, line: &str, now: u64) {
        let Some(hit) = parse_line(line) else { return };
        if self.locked.contains_key(hit.host) {
            return;
        }
        let points = badness(&hit);
        let marks = self.marks.entry(hit.host.to_owned()).or_insert(Marks { points: 0.0, at: now });
        if marks.add(points, now) >= LIMIT {
            self.marks.remove(hit.host);
            self.locked.insert(hit.host.to_owned(), now + LOCK_SECONDS);
            eprintln!("locking {} after {} {}", hit.host, hit.method, hit.path);
        }
    }

    fn publish(&mut self, now: u64) -> std::io::Result<()> {
        self.locked.retain(|_, until| *until > now);
        self.marks.retain(|_, m| m.points > 0.1 && now - m.at < 3600);
        let draft = self.list.with_extension("new");
        let mut out = OpenOptions::new().create(true).write(true).truncate(true).open(&draft)?;
        let mut hosts: Vec<_> = self.locked.keys().collect();
        hosts.sort();
        for host in hosts {
            writeln!(out, "{}", host)?;
        }
        fs::rename(draft, &self.list)
    }
}

fn main() -> std::io::Result<()> {
    let mut args = std::env::args_os().skip(1);
    let (Some(log), Some(list)) = (args.next(), args.next()) else {
        eprintln!("usage: warden LOG LIST");
        std::process::exit(2);
    };
    let mut warden = Warden::new(Path::new(&list));
    let mut reader = BufReader::new(File::open(&log)?);
    reader.seek(SeekFrom::End(0))?;
    loop {
        let now = seconds();
        let mut line = String::new();
        while reader.read_line(&mut line)? > 0 {
            warden.see(line.trim_end(), now);
            line.clear();
        }
        warden.publish(now)?;
        thread::sleep(Duration::from_secs(2));
    }
}
