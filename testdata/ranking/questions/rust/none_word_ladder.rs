use std::collections::{HashMap, HashSet, VecDeque};
use std::env;
use std::fs;
use std::process;

/// Finds the shortest chain of words between two, one letter changed at a time.
fn ladder(words: &HashSet<String>, from: &str, to: &str) -> Option<Vec<String>> {
    let mut parents: HashMap<String, String> = HashMap::new();
    let mut queue = VecDeque::new();
    queue.push_back(from.to_string());
    parents.insert(from.to_string(), String::new());
    while let Some(word) = queue.pop_front() {
        if word == to {
            let mut chain = vec![word.clone()];
            let mut current = &word;
            while let Some(parent) = parents.get(current).filter(|p| !p.is_empty()) {
                chain.push(parent.clone());
                current = parent;
            }
            chain.reverse();
            return Some(chain);
        }
        let mut letters = word.clone().into_bytes();
        for i in 0..letters.len() {
            let original = letters[i];
            for letter in b'a'..=b'z' {
                letters[i] = letter;
                let next = String::from_utf8_lossy(&letters).into_owned();
                if words.contains(&next) && !parents.contains_key(&next) {
                    parents.insert(next.clone(), word.clone());
                    queue.push_back(next);
                }
            }
            letters[i] = original;
        }
    }
    None
}

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    let [list, from, to] = args.as_slice() else {
        eprintln!("usage: word_ladder LIST FROM TO");
        process::exit(2);
    };
    let text = match fs::read_to_string(list) {
        Ok(text) => text,
        Err(err) => {
            eprintln!("error: {}: {}", list, err);
            process::exit(1);
        }
    };
    let words: HashSet<String> = text
        .lines()
        .map(|line| line.trim().to_lowercase())
        .filter(|word| word.len() == from.len() && word.is_ascii())
        .collect();
    match ladder(&words, from, to) {
        Some(chain) => println!("{}", chain.join(" -> ")),
        None => println!("there is no way from {} to {}", from, to),
    }
}
