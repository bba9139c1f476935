//! Completes what somebody is typing: a trie over words with weights, where
//! every node knows the best weight below it, so that the heaviest completions
//! are found without walking the whole subtree.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

#[derive(Default)]
struct Node {
    children: BTreeMap<char, Node>,
    weight: Option<u32>,
    best: u32,
}

#[derive(Default)]
pub struct PrefixIndex {
    root: Node,
    words: usize,
}

enum Step<'a> {
    Branch(&'a Node),
    Word,
}

struct Candidate<'a> {
    score: u32,
    text: String,
    step: Step<'a>,
}

impl PartialEq for Candidate<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate<'_> {}

impl PartialOrd for Candidate<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.cmp(&other.score).then_with(|| other.text.cmp(&self.text))
    }
}

impl PrefixIndex {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn len(&self) -> usize {
        self.words
    }

    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    pub fn insert(&mut self, word: &str, weight: u32) {
        let mut node = &mut self.root;
        node.best = node.best.max(weight);
        for c in word.to_lowercase().chars() {
            node = node.children.entry(c).or_default();
            node.best = node.best.max(weight);
        }
        if node.weight.replace(weight).is_none() {
            self.words += 1;
        }
    }

    fn descend(&self, prefix: &str) -> Option<&Node> {
        let mut node = &self.root;
        for c in prefix.chars() {
            node = node.children.get(&c)?;
        }
        Some(node)
    }

    pub fn contains(&self, word: &str) -> bool {
        self.descend(&word.to_lowercase()).map_or(false, |n| n.weight.is_some())
    }

    pub fn complete(&self, prefix: &str, limit: usize) -> Vec<(String, u32)> {
        let prefix = prefix.to_lowercase();
        let mut found = Vec::new();
        let Some(start) = self.descend(&prefix) else {
            return found;
        };
        let mut queue = BinaryHeap::new();
        queue.push(Candidate { score: start.best, text: prefix, step: Step::Branch(start) });
        while let Some(candidate) = queue.pop() {
            if found.len() == limit {
                break;
            }
            match candidate.step {
                Step::Word => found.push((candidate.text, candidate.score)),
                Step::Branch(node) => {
                    if let Some(weight) = node.weight {
                        queue.push(Candidate { score: weight, text: candidate.text.clone(), step: Step::Word });
                    }
                    for (c, child) in &node.children {
                        let mut text = candidate.text.clone();
                        text.push(*c);
                        queue.push(Candidate { score: child.best, text, step: Step::Branch(child) });
                    }
                }
            }
        }
        found
    }
}
