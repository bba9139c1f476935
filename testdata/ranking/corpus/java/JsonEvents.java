package org.marrowbridge.stream;

import java.io.IOException;
import java.io.Reader;
import java.util.BitSet;

/**
 * Reads JSON from a stream without recursion and without building anything: a
 * listener hears of every value. A bit for each level tells objects from arrays.
 */
public final class JsonEvents {

    public interface Listener {
        void enter(boolean object);

        void leave(boolean object);

        void name(String name);

        void scalar(String raw, boolean quoted);
    }

    private enum Expect { VALUE, VALUE_OR_END, NAME, NAME_OR_END, COLON, COMMA_OR_END }

    private final Reader source;
    private final Listener listener;
    private final BitSet objects = new BitSet();
    private final StringBuilder scratch = new StringBuilder();
    private int level;
    private int lookahead = -2;
    private long consumed;

    public JsonEvents(Reader source, Listener listener) {
        this.source = source;
        this.listener = listener;
    }

    public void run() throws IOException {
        Expect expect = Expect.VALUE;
        do {
            int ch = nextVisible();
            boolean mayEnd = expect == Expect.VALUE_OR_END || expect == Expect.NAME_OR_END
                    || expect == Expect.COMMA_OR_END;
            if (mayEnd && (ch == ']' || ch == '}')) {
                expect = pop(ch == '}');
                continue;
            }
            switch (expect) {
                case COLON -> {
                    require(ch == ':', ch);
                    expect = Expect.VALUE;
                }
                case COMMA_OR_END -> {
                    require(ch == ',', ch);
                    expect = objects.get(level) ? Expect.NAME : Expect.VALUE;
                }
                case NAME, NAME_OR_END -> {
                    require(ch == '"', ch);
                    listener.name(quoted());
                    expect = Expect.COLON;
                }
                default -> expect = begin(ch);
            }
        } while (level > 0);
    }

    private Expect begin(int ch) throws IOException {
        if (ch == '{' || ch == '[') {
            objects.set(++level, ch == '{');
            listener.enter(ch == '{');
            return ch == '{' ? Expect.NAME_OR_END : Expect.VALUE_OR_END;
        }
        if (ch == '"') {
            listener.scalar(quoted(), true);
        } else {
            scratch.setLength(0);
            int c = ch;
            for (; c >= 0 && ",]} \t\r\n".indexOf(c) < 0; c = read()) {
                scratch.append((char) c);
            }
            lookahead = c;
            require(scratch.length() > 0, ch);
            listener.scalar(scratch.toString(), false);
        }
        return Expect.COMMA_OR_END;
    }

    private Expect pop(boolean object) throws IOException {
        require(level > 0 && objects.get(level) == object, object ? '}' : ']');
        level--;
        listener.leave(object);
        return Expect.COMMA_OR_END;
    }

    /** The raw text between quotes; escapes are left to the listener. */
    private String quoted() throws IOException {
        scratch.setLength(0);
        boolean escaped = false;
        for (int c = read(); escaped || c != '"'; c = read()) {
            require(c >= 0, c);
            escaped = !escaped && c == '\\';
            scratch.append((char) c);
        }
        return scratch.toString();
    }

    private int nextVisible() throws IOException {
        int c;
        do {
            c = read();
        } while (c == ' ' || c == '\t' || c == '\n' || c == '\r');
        return c;
    }

    private int read() throws IOException {
        if (lookahead != -2) {
            int c = lookahead;
            lookahead = -2;
            return c;
        }
        consumed++;
        return source.read();
    }

    private void require(boolean condition, int ch) throws IOException {
        if (!condition) {
            String what = ch < 0 ? "end of input" : "'" + (char) ch + "'";
            throw new IOException("unexpected " + what + " after " + (consumed - 1) + " characters");
        }
    }
}
