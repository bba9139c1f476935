//! How much of the moon is lit on a day, by a mean lunation; good to a few hours.

const LUNATION: f64 = 29.530_588_853;
const KNOWN_NEW_MOON: f64 = 2_451_550.26;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    New,
    Waxing,
    Full,
    Waning,
}

#[derive(Debug, Clone, Copy)]
pub struct Day {
    pub year: i32,
    pub month: u32,
    pub day: u32,
}

impl Day {
    pub fn parse(text: &str) -> Option<Day> {
        let mut parts = text.trim().splitn(3, '-');
        let year = parts.next()?.parse().ok()?;
        let month = parts.next()?.parse().ok()?;
        let day = parts.next()?.parse().ok()?;
        if (1..=12).contains(&month) && (1..=31).contains(&day) {
            Some(Day { year, month, day })
        } else {
            None
        }
    }

    fn julian(self) -> f64 {
        let a = (14 - self.month as i32) / 12;
        let y = self.year + 4800 - a;
        let m = self.month as i32 + 12 * a - 3;
        let number = self.day as i32 + (153 * m + 2) / 5 + 365 * y + y / 4 - y / 100 + y / 400 - 32045;
        f64::from(number)
    }
}

pub fn age(day: Day) -> f64 {
    (day.julian() - KNOWN_NEW_MOON).rem_euclid(LUNATION)
}

pub fn lit(day: Day) -> f64 {
    let angle = 2.0 * std::f64::consts::PI * age(day) / LUNATION;
    (1.0 - angle.cos()) / 2.0
}

pub fn phase(day: Day) -> Phase {
    match age(day) / LUNATION {
        p if !(0.03..0.97).contains(&p) => Phase::New,
        p if p < 0.47 => Phase::Waxing,
        p if p <= 0.53 => Phase::Full,
        _ => Phase::Waning,
    }
}

fn main() {
    for argument in std::env::args().skip(1) {
        match Day::parse(&argument) {
            Some(day) => println!("{}: {:?}, {:.0}% lit", argument, phase(day), 100.0 * lit(day)),
            None => eprintln!("{}: not a date", argument),
        }
    }
}
