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
