//! Scores a game of bowling written as marks: `X`, digits, `/` and `-`.

use std::fmt;

#[derive(Debug, PartialEq)]
pub enum ScoreError {
    BadMark(char),
    SpareTooEarly,
    TooManyPins,
    Unfinished,
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScoreError::BadMark(c) => write!(f, "unknown mark {:?}", c),
            ScoreError::SpareTooEarly => write!(f, "a spare needs a throw before it"),
            ScoreError::TooManyPins => write!(f, "more than ten pins in a frame"),
            ScoreError::Unfinished => write!(f, "the game is not over"),
        }
    }
}

impl std::error::Error for ScoreError {}

fn throws(marks: &str) -> Result<Vec<u32>, ScoreError> {
    let mut pins: Vec<u32> = Vec::with_capacity(21);
    for mark in marks.chars().filter(|c| !c.is_whitespace()) {
        let n = match mark {
            'X' | 'x' => 10,
            '-' => 0,
            '/' => 10 - pins.last().ok_or(ScoreError::SpareTooEarly)?,
            c => c.to_digit(10).ok_or(ScoreError::BadMark(c))?,
        };
        pins.push(n);
    }
    Ok(pins)
}

pub fn score(marks: &str) -> Result<u32, ScoreError> {
    let pins = throws(marks)?;
    let at = |i: usize| pins.get(i).copied().ok_or(ScoreError::Unfinished);
    let mut total = 0;
    let mut i = 0;
    for _ in 0..10 {
        let first = at(i)?;
        if first == 10 {
            total += 10 + at(i + 1)? + at(i + 2)?;
            i += 1;
            continue;
        }
        let both = first + at(i + 1)?;
        match both {
            0..=9 => total += both,
            10 => total += 10 + at(i + 2)?,
            _ => return Err(ScoreError::TooManyPins),
        }
        i += 2;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_games() {
        assert_eq!(score("XXXXXXXXXXXX"), Ok(300));
        assert_eq!(score("9-9-9-9-9-9-9-9-9-9-"), Ok(90));
        assert_eq!(score("5/5/5/5/5/5/5/5/5/5/5"), Ok(150));
    }
}
