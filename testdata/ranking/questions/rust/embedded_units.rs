//! Converts between units on the command line: `convert 3.5 miles km`, or a
//! whole file of measurements in which units are written behind the numbers.

use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Dimension {
    Length,
    Mass,
    Volume,
}

struct Unit {
    dimension: Dimension,
    factor: f64,
    names: &'static [&'static str],
}

const UNITS: &[Unit] = &[
    Unit { dimension: Dimension::Length, factor: 1.0, names: &["m", "metre", "metres"] },
    Unit { dimension: Dimension::Length, factor: 1000.0, names: &["km", "kilometre", "kilometres"] },
    Unit { dimension: Dimension::Length, factor: 0.0254, names: &["in", "inch", "inches"] },
    Unit { dimension: Dimension::Length, factor: 1609.344, names: &["mi", "mile", "miles"] },
    Unit { dimension: Dimension::Mass, factor: 1.0, names: &["kg", "kilo", "kilos"] },
    Unit { dimension: Dimension::Mass, factor: 0.453_592_37, names: &["lb", "pound", "pounds"] },
    Unit { dimension: Dimension::Volume, factor: 1.0, names: &["l", "litre", "litres"] },
    Unit { dimension: Dimension::Volume, factor: 0.568_261_25, names: &["pt", "pint", "pints"] },
];

#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    Amount(f64),
    Word(String),
    Mark(char),
}

#[derive(Debug)]
pub enum ReadError {
    NoAmount(String),
    StrayCharacter(char),
    NoUnit(String),
}

pub fn split_line(text: &str) -> Result<Vec<Piece>, ReadError> {
    let mut pieces = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(&letter) = chars.peek() {
        if letter.is_whitespace() {
            chars.next();
        } else if letter.is_ascii_digit() || letter == '.' {
            let digits = gather(&mut chars, |letter| letter.is_ascii_digit() || letter == '.');
            let amount = digits.parse().map_err(|_| ReadError::NoAmount(digits.clone()))?;
            pieces.push(Piece::Amount(amount));
        } else if letter.is_alphabetic() || letter == '_' {
            let word = gather(&mut chars, |letter| letter.is_alphanumeric() || letter == '_');
            pieces.push(Piece::Word(word));
        } else if "+-*/%^()".contains(letter) {
            chars.next();
            pieces.push(Piece::Mark(letter));
        } else {
            return Err(ReadError::StrayCharacter(letter));
        }
    }
    Ok(pieces)
}

fn gather(input: &mut Peekable<Chars<'_>>, fits: impl Fn(char) -> bool) -> String {
    std::iter::from_fn(|| input.next_if(|next| fits(*next))).collect()
}

fn find(name: &str) -> Result<&'static Unit, ReadError> {
    UNITS
        .iter()
        .find(|unit| unit.names.contains(&name))
        .ok_or_else(|| ReadError::NoUnit(name.to_string()))
}

fn convert(amount: f64, from: &Unit, to: &Unit) -> Option<f64> {
    (from.dimension == to.dimension).then(|| amount * from.factor / to.factor)
}

/// Adds up all measurements of a line by dimension, in base units.
fn totals(line: &str) -> Result<BTreeMap<Dimension, f64>, ReadError> {
    let pieces = split_line(line)?;
    let mut sums = BTreeMap::new();
    let mut sign = 1.0;
    let mut pending = None;
    for piece in pieces {
        match piece {
            Piece::Amount(amount) => pending = Some(amount * sign),
            Piece::Mark('-') => sign = -1.0,
            Piece::Mark(_) => sign = 1.0,
            Piece::Word(name) => {
                let unit = find(&name)?;
                let amount = pending.take().unwrap_or(1.0);
                *sums.entry(unit.dimension).or_insert(0.0) += amount * unit.factor;
            }
        }
    }
    Ok(sums)
}

fn once(args: &[String]) -> Result<String, ReadError> {
    let amount: f64 = args[0].parse().map_err(|_| ReadError::NoAmount(args[0].clone()))?;
    let (from, to) = (find(&args[1])?, find(&args[2])?);
    Ok(match convert(amount, from, to) {
        Some(result) => format!("{} {} = {:.4} {}", amount, args[1], result, args[2]),
        None => format!("{:?} is no {:?}", from.dimension, to.dimension),
    })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.len() == 3 {
        match once(&args) {
            Ok(text) => println!("{}", text),
            Err(problem) => eprintln!("{:?}", problem),
        }
        return;
    }
    for (number, line) in io::stdin().lock().lines().map_while(Result::ok).enumerate() {
        match totals(&line) {
            Ok(sums) => {
                for (dimension, sum) in sums {
                    println!("{:>4} {:?}: {:.3}", number + 1, dimension, sum);
                }
            }
            Err(problem) => eprintln!("line {}: {:?}", number + 1, problem),
        }
    }
}
