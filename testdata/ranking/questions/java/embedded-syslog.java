package net.heronsgate.logs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Filters log lines of the form: LEVEL component "message" key="value" ... */
public class SyslogTail {

    enum Level { DEBUG, INFO, WARN, ERROR }

    static class JsonException extends RuntimeException {
        JsonException(String what, int where) {
            super(what + " (column " + where + ")");
        }
    }

    private final Level threshold;
    private final Set<String> components = new HashSet<>();
    private final Map<Level, Integer> tally = new EnumMap<>(Level.class);
    private final PrintStream sink;

    private String text;
    private int pos;
    private int malformed;

    SyslogTail(Level threshold, String[] only, PrintStream sink) {
        this.threshold = threshold;
        this.sink = sink;
        components.addAll(Arrays.asList(only));
    }

    void follow(BufferedReader lines) throws IOException {
        int lineNumber = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            lineNumber++;
            text = line;
            pos = 0;
            try {
                dispatch();
            } catch (JsonException | IllegalArgumentException broken) {
                malformed++;
                sink.printf("!%d %s%n", lineNumber, broken.getMessage());
            }
        }
    }

    private void dispatch() {
        Level level = Level.valueOf(bare());
        tally.merge(level, 1, Integer::sum);
        String component = bare();
        boolean interesting = components.isEmpty() || components.contains(component);
        if (level.compareTo(threshold) < 0 || !interesting) {
            return;
        }
        StringBuilder row = new StringBuilder();
        row.append(String.format("%-5s %-12s %s", level, component, string()));
        while (pos < text.length()) {
            blank();
            String key = bare('=');
            row.append(System.lineSeparator()).append("      ").append(key).append(": ").append(string());
        }
        sink.println(row);
    }

    private String bare() {
        String word = bare(' ');
        blank();
        return word;
    }

    private String bare(char end) {
        int stop = text.indexOf(end, pos);
        if (stop < 0) {
            throw new JsonException("nothing after the word", pos);
        }
        String word = text.substring(pos, stop);
        pos = stop + (end == ' ' ? 0 : 1);
        return word;
    }

    private void blank() {
        while (pos < text.length() && text.charAt(pos) == ' ') {
            pos++;
        }
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        expect('"');
        while (pos < text.length()) {
            char c = text.charAt(pos++);
            if (c == '"') {
                return out.toString();
            }
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escape = text.charAt(pos++);
            switch (escape) {
                case 'n': out.append('\n'); break;
                case 't': out.append('\t'); break;
                case 'u':
                    out.append((char) Integer.parseInt(text.substring(pos, pos + 4), 16));
                    pos += 4;
                    break;
                default: out.append(escape);
            }
        }
        throw new JsonException("string is never closed", pos);
    }

    private void expect(char mark) {
        if (pos >= text.length() || text.charAt(pos++) != mark) {
            throw new JsonException("no " + mark + " here", pos);
        }
    }

    void printTally() {
        for (Level level : Level.values()) {
            sink.printf("%-6s %7d%n", level, tally.getOrDefault(level, 0));
        }
        if (malformed > 0) {
            sink.printf("could not read %d lines%n", malformed);
        }
    }

    public static void main(String[] argv) throws IOException {
        if (argv.length < 2) {
            System.err.println("usage: SyslogTail LEVEL FILE [COMPONENT...]");
            System.exit(64);
        }
        String[] only = Arrays.copyOfRange(argv, 2, argv.length);
        SyslogTail tail = new SyslogTail(Level.valueOf(argv[0].toUpperCase()), only, System.out);
        try (BufferedReader lines = Files.newBufferedReader(Paths.get(argv[1]))) {
            tail.follow(lines);
        } finally {
            tail.printTally();
        }
    }
}
