package org.marrowbridge.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns JSON into maps, lists, strings, numbers, booleans and null. */
public class JsonReader {

    public static class JsonException extends RuntimeException {
        JsonException(String message, int position) {
            super(message + " at character " + position);
        }
    }

    private final String text;
    private int pos;

    private JsonReader(String text) {
        this.text = text;
    }

    public static Object parse(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        reader.skipSpace();
        if (reader.pos < text.length()) {
            throw new JsonException("text after the value", reader.pos);
        }
        return value;
    }

    private Object value() {
        skipSpace();
        char c = pos < text.length() ? text.charAt(pos) : ' ';
        switch (c) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> result = new LinkedHashMap<>();
        expect('{');
        while (more('}', result.isEmpty())) {
            skipSpace();
            String key = string();
            skipSpace();
            expect(':');
            result.put(key, value());
        }
        return result;
    }

    private List<Object> array() {
        List<Object> result = new ArrayList<>();
        expect('[');
        while (more(']', result.isEmpty())) {
            result.add(value());
        }
        return result;
    }

    private boolean more(char close, boolean first) {
        skipSpace();
        if (peek(close)) {
            pos++;
            return false;
        }
        if (!first) {
            expect(',');
        }
        return true;
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

    private Object number() {
        int start = pos;
        while (pos < text.length() && "+-0123456789.eE".indexOf(text.charAt(pos)) >= 0) {
            pos++;
        }
        String digits = text.substring(start, pos);
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            throw new JsonException("bad number '" + digits + "'", start);
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, pos)) {
            throw new JsonException("expected " + word, pos);
        }
        pos += word.length();
        return value;
    }

    private void expect(char c) {
        if (!peek(c)) {
            throw new JsonException("expected '" + c + "'", pos);
        }
        pos++;
    }

    private boolean peek(char c) {
        return pos < text.length() && text.charAt(pos) == c;
    }

    private void skipSpace() {
        while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
            pos++;
        }
    }
}
