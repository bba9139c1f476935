package org.fenwick.lookup;

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
public final class StreetIndex {

    public record Street(String name, String folding, long houses) { }

    private static final Comparator<Street> ALPHABETIC = Comparator.comparing(Street::folding);
    private static final Comparator<Street> BY_SIZE =
            Comparator.comparingLong(Street::houses).reversed().thenComparing(ALPHABETIC);

    private final Street[] streets;

    public List<String> find(String query, int howMany) {
        String needle = normalize(query);
        int left = firstNotBelow(needle);
        int right = firstNotBelow(needle + Character.MAX_VALUE);
        return Arrays.stream(streets, left, right)
                .sorted(BY_SIZE)
                .limit(howMany)
                .map(Street::name)
                .collect(Collectors.toList());
    }

    private StreetIndex(Street[] streets) {
        Arrays.sort(streets, ALPHABETIC);
        this.streets = streets;
    }

    /** Reads lines "score TAB phrase"; lines without a tab score one. */
    public static StreetIndex fromFile(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            Street[] all = reader.lines()
                    .map(String::strip)
                    .filter(row -> !row.isEmpty() && !row.startsWith("#"))
                    .map(StreetIndex::streetOf)
                    .toArray(Street[]::new);
            return new StreetIndex(all);
        }
    }

    /** How many letters all suggestions have in common, for completing by tab. */
    public String sharedStart(String query) {
        String needle = normalize(query);
        int left = firstNotBelow(needle);
        int right = firstNotBelow(needle + Character.MAX_VALUE);
        if (left == right) {
            return query;
        }
        String one = streets[left].folding();
        String other = streets[right - 1].folding();
        int equal = 0;
        int bound = Math.min(one.length(), other.length());
        while (equal < bound && one.charAt(equal) == other.charAt(equal)) {
            equal++;
        }
        return one.substring(0, equal);
    }

    private static Street streetOf(String row) {
        int cut = row.indexOf('\t');
        String name = row.substring(cut + 1);
        long houses = cut < 0 ? 1 : Long.parseLong(row.substring(0, cut));
        return new Street(name, normalize(name), houses);
    }

    /** The first position whose phrase is not before key. */
    private int firstNotBelow(String needle) {
        int base = 0;
        int span = streets.length;
        while (span > 0) {
            int mid = span / 2;
            if (streets[base + mid].folding().compareTo(needle) < 0) {
                base += mid + 1;
                span -= mid + 1;
            } else {
                span = mid;
            }
        }
        return base;
    }

    private static String normalize(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    }

    public static void main(String[] args) throws IOException {
        StreetIndex index = fromFile(Path.of(args[0]));
        for (int i = 1; i < args.length; i++) {
            System.out.println(args[i] + ": " + index.find(args[i], 8));
        }
    }
}
