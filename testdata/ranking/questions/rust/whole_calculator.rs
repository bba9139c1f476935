use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, Clone, PartialEq)]
pub enum Lexeme {
    Literal(f64),
    Ident(String),
    Punct(char),
}

#[derive(Debug, PartialEq)]
pub enum CalcError {
    NotANumber(String),
    NotACharacter(char),
    NoSuchName(String),
    Expected(char),
    Incomplete,
    LeftOver(Lexeme),
}

pub struct Calculator<'a> {
    lexemes: Vec<Lexeme>,
    cursor: usize,
    names: &'a HashMap<String, f64>,
}

impl<'a> Calculator<'a> {
    fn operand(&mut self) -> Result<f64, CalcError> {
        let lexeme = self.lexemes.get(self.cursor).cloned().ok_or(CalcError::Incomplete)?;
        self.cursor += 1;
        match lexeme {
            Lexeme::Literal(value) => Ok(value),
            Lexeme::Punct('(') => {
                let value = self.terms()?;
                self.skip_if(")").ok_or(CalcError::Expected(')'))?;
                Ok(value)
            }
            Lexeme::Ident(name) => {
                let known = self.names.get(&name).copied();
                known.ok_or(CalcError::NoSuchName(name))
            }
            other => Err(CalcError::LeftOver(other)),
        }
    }

    fn signed(&mut self) -> Result<f64, CalcError> {
        if self.skip_if("-").is_some() {
            return Ok(-self.signed()?);
        }
        self.operand()
    }

    fn raise(&mut self) -> Result<f64, CalcError> {
        let base = self.signed()?;
        match self.skip_if("^") {
            Some(_) => Ok(base.powf(self.raise()?)),
            None => Ok(base),
        }
    }

    fn factors(&mut self) -> Result<f64, CalcError> {
        let mut value = self.raise()?;
        while let Some(mark) = self.skip_if("*/%") {
            let rhs = self.raise()?;
            value = match mark {
                '*' => value * rhs,
                '/' => value / rhs,
                _ => value % rhs,
            };
        }
        Ok(value)
    }

    fn terms(&mut self) -> Result<f64, CalcError> {
        let mut value = self.factors()?;
        while let Some(mark) = self.skip_if("+-") {
            let rhs = self.factors()?;
            value = if mark == '+' { value + rhs } else { value - rhs };
        }
        Ok(value)
    }

    fn skip_if(&mut self, choices: &str) -> Option<char> {
        match self.lexemes.get(self.cursor) {
            Some(Lexeme::Punct(c)) if choices.contains(*c) => {
                self.cursor += 1;
                Some(*c)
            }
            _ => None,
        }
    }

    pub fn eval(input: &str, names: &'a HashMap<String, f64>) -> Result<f64, CalcError> {
        let lexemes = scan(input)?;
        let mut parser = Calculator { lexemes, cursor: 0, names };
        let value = parser.terms()?;
        match parser.lexemes.get(parser.cursor) {
            Some(lexeme) => Err(CalcError::LeftOver(lexeme.clone())),
            None => Ok(value),
        }
    }
}

fn run_of(chars: &mut Peekable<Chars<'_>>, keep: impl Fn(char) -> bool) -> String {
    let mut run = String::new();
    while let Some(&c) = chars.peek() {
        if !keep(c) {
            break;
        }
        run.push(c);
        chars.next();
    }
    run
}

pub fn scan(input: &str) -> Result<Vec<Lexeme>, CalcError> {
    let mut lexemes = Vec::new();
    let mut chars = input.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
        } else if c.is_ascii_digit() || c == '.' {
            let run = run_of(&mut chars, |c| c.is_ascii_digit() || c == '.');
            let value = run.parse().map_err(|_| CalcError::NotANumber(run.clone()))?;
            lexemes.push(Lexeme::Literal(value));
        } else if c.is_alphabetic() || c == '_' {
            let name = run_of(&mut chars, |c| c.is_alphanumeric() || c == '_');
            lexemes.push(Lexeme::Ident(name));
        } else if "+-*/%^()".contains(c) {
            chars.next();
            lexemes.push(Lexeme::Punct(c));
        } else {
            return Err(CalcError::NotACharacter(c));
        }
    }
    Ok(lexemes)
}
