pub fn calculate(source: &str) -> Result<f64, Mistake> {
    let input = source.as_bytes();
    let mut numbers: Vec<f64> = Vec::with_capacity(16);
    let mut pending: Vec<Symbol> = Vec::new();
    let mut want_number = true;
    let mut pos = 0;
    while pos < input.len() {
        let oops = |reason| Mistake { place: pos, reason };
        let symbol = match input[pos] {
            b' ' | b'\t' => {
                pos += 1;
                continue;
            }
            b'0'..=b'9' | b'.' => {
                let stop = input[pos..]
                    .iter()
                    .position(|b| !b.is_ascii_digit() && *b != b'.')
                    .map_or(input.len(), |n| pos + n);
                let amount = source[pos..stop].parse().map_err(|_| oops("not a number"))?;
                numbers.push(amount);
                want_number = false;
                pos = stop;
                continue;
            }
            b'(' => {
                pending.push(Symbol::Paren);
                want_number = true;
                pos += 1;
                continue;
            }
            b')' => {
                loop {
                    match pending.pop() {
                        Some(Symbol::Paren) => break,
                        Some(symbol) => symbol.reduce(&mut numbers).ok_or_else(|| oops("operand missing"))?,
                        None => return Err(oops("parenthesis not opened")),
                    }
                }
                want_number = false;
                pos += 1;
                continue;
            }
            b'-' if want_number => Symbol::Negate,
            b'+' => Symbol::Plus,
            b'-' => Symbol::Minus,
            b'*' => Symbol::Times,
            b'/' => Symbol::Over,
            b'%' => Symbol::Modulo,
            b'^' => Symbol::Power,
            _ => return Err(oops("strange character")),
        };
        while let Some(&upper) = pending.last() {
            if symbol == Symbol::Negate || upper.level() < symbol.level() || (upper.level() == symbol.level() && symbol.from_right()) {
                break;
            }
            upper.reduce(&mut numbers).ok_or_else(|| oops("operand missing"))?;
            pending.pop();
        }
        pending.push(symbol);
        want_number = true;
        pos += 1;
    }
    while let Some(symbol) = pending.pop() {
        symbol.reduce(&mut numbers).ok_or(Mistake { place: pos, reason: "unfinished source" })?;
    }
    numbers.pop().ok_or(Mistake { place: 0, reason: "empty source" })
}
