package net.heronsgate.phone;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;

/** A voice menu that knows people by the first letters of their names. */
public final class PhoneMenu {

    /** A letter of the directory; below it stand all names that go on from it. */
    private static class Node {
        int weight;
        int best;
        boolean terminal;
        final TreeMap<Character, Node> children = new TreeMap<>();
    }

    private static class Extension {
        final String owner;
        final int number;
        int calls;

        Extension(String owner, int number) {
            this.owner = owner;
            this.number = number;
        }

        @Override
        public String toString() {
            return owner + " (" + number + ")";
        }
    }

    private static final String[] KEYS = { "", "", "abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz" };

    private final Map<String, Extension> extensions = new HashMap<>();
    private Node directory = new Node();

    void add(String owner, int number) {
        Extension previous = extensions.put(owner.toLowerCase(), new Extension(owner, number));
        if (previous != null) {
            System.out.println("moved " + previous + " to " + number);
        }
    }

    /** Built anew at night, so that people who are often called come first. */
    void rebuild(Collection<Extension> all) {
        Node fresh = new Node();
        for (Extension extension : all) {
            Node at = fresh;
            for (char letter : extension.owner.toLowerCase().toCharArray()) {
                at.best = Math.max(at.best, extension.calls);
                if (!at.children.containsKey(letter)) {
                    at.children.put(letter, new Node());
                }
                at = at.children.get(letter);
            }
            at.terminal = true;
            at.weight = extension.calls;
            at.best = Math.max(at.best, at.weight);
        }
        directory = fresh;
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

    /** All names that could be meant by the keys pressed so far. */
    List<Extension> candidates(String pressed, int most) {
        List<Extension> people = new ArrayList<>();
        walk(directory, pressed, 0, new StringBuilder(), most, people);
        people.sort((a, b) -> b.calls - a.calls);
        return people.size() > most ? people.subList(0, most) : people;
    }

    private void walk(Node at, String pressed, int depth, StringBuilder name, int most, List<Extension> people) {
        if (depth == pressed.length()) {
            List<String> names = new ArrayList<>();
            collect(at, name, most, names, new ArrayList<>());
            names.forEach(found -> people.add(extensions.get(found)));
            return;
        }
        for (char option : KEYS[pressed.charAt(depth) - '0'].toCharArray()) {
            Node below = at.children.get(option);
            if (below != null) {
                walk(below, pressed, depth + 1, name.append(option), most, people);
                name.deleteCharAt(name.length() - 1);
            }
        }
    }

    private void answer(String pressed) {
        List<Extension> people = candidates(pressed, 4);
        switch (people.size()) {
            case 0 -> System.out.println("Nobody here has such a name.");
            case 1 -> {
                people.get(0).calls++;
                System.out.println("Connecting to " + people.get(0));
            }
            default -> System.out.println("Please go on typing: " + people);
        }
    }

    public static void main(String[] args) {
        PhoneMenu menu = new PhoneMenu();
        menu.add("Odile", 201);
        menu.add("Oskar", 202);
        menu.add("Petra", 310);
        menu.add("Peregrin", 311);
        menu.rebuild(menu.extensions.values());
        try (Scanner keys = new Scanner(System.in)) {
            while (keys.hasNext()) {
                String pressed = keys.next().replaceAll("[^2-9]", "");
                if (!pressed.isEmpty()) {
                    menu.answer(pressed);
                }
            }
        }
    }
}
