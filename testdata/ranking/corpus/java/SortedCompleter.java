package org.marrowbridge.lookup;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Autocompletion over a sorted array: two binary searches find the block of
 * phrases that begin with the typed text, and the block is ranked by score.
 */
public final class SortedCompleter {

    public record Phrase(String text, String folded, long score) { }

    private static final Comparator<Phrase> BY_TEXT = Comparator.comparing(Phrase::folded);
    private static final Comparator<Phrase> BY_SCORE =
            Comparator.comparingLong(Phrase::score).reversed().thenComparing(BY_TEXT);

    private final Phrase[] phrases;

    private SortedCompleter(Phrase[] phrases) {
        Arrays.sort(phrases, BY_TEXT);
        this.phrases = phrases;
    }

    /** Reads lines "score TAB phrase"; lines without a tab score one. */
    public static SortedCompleter load(Path file) throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            Phrase[] read = in.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(SortedCompleter::parse)
                    .toArray(Phrase[]::new);
            return new SortedCompleter(read);
        }
    }

    private static Phrase parse(String line) {
        int tab = line.indexOf('\t');
        String text = line.substring(tab + 1);
        long score = tab < 0 ? 1 : Long.parseLong(line.substring(0, tab));
        return new Phrase(text, fold(text), score);
    }

    private static String fold(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    }

    /** The first position whose phrase is not before key. */
    private int lowerBound(String key) {
        int from = 0;
        int count = phrases.length;
        while (count > 0) {
            int half = count / 2;
            if (phrases[from + half].folded().compareTo(key) < 0) {
                from += half + 1;
                count -= half + 1;
            } else {
                count = half;
            }
        }
        return from;
    }

    public List<String> suggest(String typed, int most) {
        String key = fold(typed);
        int first = lowerBound(key);
        int behind = lowerBound(key + Character.MAX_VALUE);
        return Arrays.stream(phrases, first, behind)
                .sorted(BY_SCORE)
                .limit(most)
                .map(Phrase::text)
                .collect(Collectors.toList());
    }

    /** How many letters all suggestions have in common, for completing by tab. */
    public String commonPrefix(String typed) {
        String key = fold(typed);
        int first = lowerBound(key);
        int behind = lowerBound(key + Character.MAX_VALUE);
        if (first == behind) {
            return typed;
        }
        String low = phrases[first].folded();
        String high = phrases[behind - 1].folded();
        int shared = 0;
        int shorter = Math.min(low.length(), high.length());
        while (shared < shorter && low.charAt(shared) == high.charAt(shared)) {
            shared++;
        }
        return low.substring(0, shared);
    }

    public static void main(String[] args) throws IOException {
        SortedCompleter completer = load(Path.of(args[0]));
        for (int i = 1; i < args.length; i++) {
            System.out.println(args[i] + ": " + completer.suggest(args[i], 8));
        }
    }
}
