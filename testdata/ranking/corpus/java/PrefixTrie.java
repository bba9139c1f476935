/*
 * Copyright (c) 2019 The Marrow Bridge Authors.
 *
 * You may use, change and pass on this file as you like, so long as this
 * notice stays in it. It comes without any promise of fitness; whoever runs
 * it bears the risk.
 */
package org.marrowbridge.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Completes prefixes to words, the heaviest first, in a trie. */
public class PrefixTrie {

    private static final class Node {
        final Map<Character, Node> children = new TreeMap<>();
        boolean terminal;
        int weight;
        int best;
    }

    private final Node root = new Node();
    private int size;

    public int size() {
        return size;
    }

    public void insert(String word, int weight) {
        if (word.isEmpty()) {
            throw new IllegalArgumentException("empty word");
        }
        Node node = root;
        node.best = Math.max(node.best, weight);
        for (int i = 0; i < word.length(); i++) {
            node = node.children.computeIfAbsent(word.charAt(i), c -> new Node());
            node.best = Math.max(node.best, weight);
        }
        if (!node.terminal) {
            node.terminal = true;
            size++;
        }
        node.weight = weight;
    }

    public boolean contains(String word) {
        Node node = descend(word);
        return node != null && node.terminal;
    }

    public boolean remove(String word) {
        if (!contains(word)) {
            return false;
        }
        remove(root, word, 0);
        size--;
        return true;
    }

    private void remove(Node node, String word, int depth) {
        if (depth == word.length()) {
            node.terminal = false;
            node.weight = 0;
        } else {
            char letter = word.charAt(depth);
            Node child = node.children.get(letter);
            remove(child, word, depth + 1);
            if (child.children.isEmpty() && !child.terminal) {
                node.children.remove(letter);
            }
        }
        node.best = node.weight;
        for (Node child : node.children.values()) {
            node.best = Math.max(node.best, child.best);
        }
    }

    public List<String> complete(String prefix, int limit) {
        List<String> words = new ArrayList<>();
        List<Integer> weights = new ArrayList<>();
        Node start = descend(prefix);
        if (start != null && limit > 0) {
            collect(start, new StringBuilder(prefix), limit, words, weights);
        }
        return words;
    }

    private void collect(Node node, StringBuilder path, int limit, List<String> words, List<Integer> weights) {
        if (words.size() == limit && node.best <= weights.get(limit - 1)) {
            return;
        }
        if (node.terminal) {
            int at = weights.size();
            while (at > 0 && weights.get(at - 1) < node.weight) {
                at--;
            }
            words.add(at, path.toString());
            weights.add(at, node.weight);
            if (words.size() > limit) {
                words.remove(limit);
                weights.remove(limit);
            }
        }
        for (Map.Entry<Character, Node> edge : node.children.entrySet()) {
            path.append(edge.getKey());
            collect(edge.getValue(), path, limit, words, weights);
            path.setLength(path.length() - 1);
        }
    }

    private Node descend(String prefix) {
        Node node = root;
        for (char letter : prefix.toCharArray()) {
            node = node.children.get(letter);
            if (node == null) {
                return null;
            }
        }
        return node;
    }
}
