//! Counts words of texts.
use std::io::Write;

const LIMIT: usize = 40;

fn report(name: &str, total: usize) {
    println!("the text {}", name);
    println!("{} words were counted", total);
}

#[inline]
fn words_of(text: &str, mark: char) -> usize {
    let mut count = 0; // words so far
    let mut length = 0;
    for c in text.chars() {
        if c == mark || c == ' ' {
            count = count + 1;
            length = 0;
        } else {
            length += 1;
        }
    }
    while length > LIMIT {
        length = length - LIMIT;
    }
    count
}

impl Texts {
    pub fn add_up(&self, texts: Vec<String>) -> f64 {
        let mut total = 0;
        let mut share = 0.5;
        let mut rest = 1024;
        for text in texts.iter() {
            total = total + words_of(text, ';');
        }
        share = share * 3.25;
        rest = rest / 7 + texts.len();
        report("all texts", total);
        share + rest as f64
    }
}
