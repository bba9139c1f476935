//! Turns a formula such as `3 + 4 * (2 - 1)` into reverse Polish notation
//! with two stacks, and computes it. Bytes are read one by one; no token list
//! is built in between.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
    Neg,
    Open,
}

impl Op {
    fn rank(self) -> u8 {
        match self {
            Op::Open => 0,
            Op::Add | Op::Sub => 1,
            Op::Mul | Op::Div | Op::Rem => 2,
            Op::Neg => 3,
            Op::Pow => 4,
        }
    }

    fn binds_right(self) -> bool {
        matches!(self, Op::Pow | Op::Neg)
    }

    fn apply(self, stack: &mut Vec<f64>) -> Option<()> {
        let b = stack.pop()?;
        if self == Op::Neg {
            stack.push(-b);
            return Some(());
        }
        let a = stack.pop()?;
        stack.push(match self {
            Op::Add => a + b,
            Op::Sub => a - b,
            Op::Mul => a * b,
            Op::Div => a / b,
            Op::Rem => a % b,
            Op::Pow => a.powf(b),
            Op::Neg | Op::Open => return None,
        });
        Some(())
    }
}

#[derive(Debug)]
pub struct Fault {
    pub at: usize,
    pub what: &'static str,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.at)
    }
}

impl std::error::Error for Fault {}

pub fn compute(formula: &str) -> Result<f64, Fault> {
    let bytes = formula.as_bytes();
    let mut values: Vec<f64> = Vec::with_capacity(16);
    let mut ops: Vec<Op> = Vec::new();
    let mut operand_next = true;
    let mut i = 0;
    while i < bytes.len() {
        let fault = |what| Fault { at: i, what };
        let op = match bytes[i] {
            b' ' | b'\t' => {
                i += 1;
                continue;
            }
            b'0'..=b'9' | b'.' => {
                let end = bytes[i..]
                    .iter()
                    .position(|b| !b.is_ascii_digit() && *b != b'.')
                    .map_or(bytes.len(), |n| i + n);
                let value = formula[i..end].parse().map_err(|_| fault("not a number"))?;
                values.push(value);
                operand_next = false;
                i = end;
                continue;
            }
            b'(' => {
                ops.push(Op::Open);
                operand_next = true;
                i += 1;
                continue;
            }
            b')' => {
                loop {
                    match ops.pop() {
                        Some(Op::Open) => break,
                        Some(op) => op.apply(&mut values).ok_or_else(|| fault("operand missing"))?,
                        None => return Err(fault("parenthesis not opened")),
                    }
                }
                operand_next = false;
                i += 1;
                continue;
            }
            b'-' if operand_next => Op::Neg,
            b'+' => Op::Add,
            b'-' => Op::Sub,
            b'*' => Op::Mul,
            b'/' => Op::Div,
            b'%' => Op::Rem,
            b'^' => Op::Pow,
            _ => return Err(fault("strange character")),
        };
        while let Some(&top) = ops.last() {
            if op == Op::Neg || top.rank() < op.rank() || (top.rank() == op.rank() && op.binds_right()) {
                break;
            }
            top.apply(&mut values).ok_or_else(|| fault("operand missing"))?;
            ops.pop();
        }
        ops.push(op);
        operand_next = true;
        i += 1;
    }
    while let Some(op) = ops.pop() {
        op.apply(&mut values).ok_or(Fault { at: i, what: "unfinished formula" })?;
    }
    values.pop().ok_or(Fault { at: 0, what: "empty formula" })
}
