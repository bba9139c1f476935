//! Evaluates arithmetic by recursive descent:
//!
//!   sum     = product { ("+" | "-") product }
//!   product = power { ("*" | "/" | "%") power }
//!   power   = unary [ "^" power ]
//!   unary   = "-" unary | atom
//!   atom    = number | name [ "(" sum ")" ] | "(" sum ")"

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Number(f64),
    Name(String),
    Symbol(char),
}

#[derive(Debug, PartialEq)]
pub enum ParseError {
    BadNumber(String),
    BadCharacter(char),
    UnknownName(String),
    Expected(char),
    UnexpectedEnd,
    Trailing(Token),
}

pub fn tokenize(source: &str) -> Result<Vec<Token>, ParseError> {
    let mut tokens = Vec::new();
    let mut chars = source.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
        } else if c.is_ascii_digit() || c == '.' {
            let text = collect_while(&mut chars, |c| c.is_ascii_digit() || c == '.');
            let value = text.parse().map_err(|_| ParseError::BadNumber(text.clone()))?;
            tokens.push(Token::Number(value));
        } else if c.is_alphabetic() || c == '_' {
            let name = collect_while(&mut chars, |c| c.is_alphanumeric() || c == '_');
            tokens.push(Token::Name(name));
        } else if "+-*/%^()".contains(c) {
            chars.next();
            tokens.push(Token::Symbol(c));
        } else {
            return Err(ParseError::BadCharacter(c));
        }
    }
    Ok(tokens)
}

fn collect_while(chars: &mut Peekable<Chars<'_>>, keep: impl Fn(char) -> bool) -> String {
    let mut text = String::new();
    while let Some(&c) = chars.peek() {
        if !keep(c) {
            break;
        }
        text.push(c);
        chars.next();
    }
    text
}

pub struct Parser<'a> {
    tokens: Vec<Token>,
    position: usize,
    variables: &'a HashMap<String, f64>,
}

impl<'a> Parser<'a> {
    pub fn evaluate(source: &str, variables: &'a HashMap<String, f64>) -> Result<f64, ParseError> {
        let tokens = tokenize(source)?;
        let mut parser = Parser { tokens, position: 0, variables };
        let value = parser.sum()?;
        match parser.tokens.get(parser.position) {
            Some(token) => Err(ParseError::Trailing(token.clone())),
            None => Ok(value),
        }
    }

    fn accept(&mut self, symbols: &str) -> Option<char> {
        match self.tokens.get(self.position) {
            Some(Token::Symbol(c)) if symbols.contains(*c) => {
                self.position += 1;
                Some(*c)
            }
            _ => None,
        }
    }

    fn sum(&mut self) -> Result<f64, ParseError> {
        let mut value = self.product()?;
        while let Some(sign) = self.accept("+-") {
            let right = self.product()?;
            value = if sign == '+' { value + right } else { value - right };
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<f64, ParseError> {
        let mut value = self.power()?;
        while let Some(sign) = self.accept("*/%") {
            let right = self.power()?;
            value = match sign {
                '*' => value * right,
                '/' => value / right,
                _ => value % right,
            };
        }
        Ok(value)
    }

    fn power(&mut self) -> Result<f64, ParseError> {
        let base = self.unary()?;
        match self.accept("^") {
            Some(_) => Ok(base.powf(self.power()?)),
            None => Ok(base),
        }
    }

    fn unary(&mut self) -> Result<f64, ParseError> {
        if self.accept("-").is_some() {
            return Ok(-self.unary()?);
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<f64, ParseError> {
        let token = self.tokens.get(self.position).cloned().ok_or(ParseError::UnexpectedEnd)?;
        self.position += 1;
        match token {
            Token::Number(value) => Ok(value),
            Token::Symbol('(') => {
                let value = self.sum()?;
                self.accept(")").ok_or(ParseError::Expected(')'))?;
                Ok(value)
            }
            Token::Name(name) => {
                let known = self.variables.get(&name).copied();
                known.ok_or(ParseError::UnknownName(name))
            }
            other => Err(ParseError::Trailing(other)),
        }
    }
}
