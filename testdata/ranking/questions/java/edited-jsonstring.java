    private String string() {
        StringBuilder out = new StringBuilder();
        expect('"');
        while (pos < end) {
            char c = text.charAt(pos++);
            if (c == '"') {
                strings++;
                return out.toString();
            }
            if (c != '\\') {
                if (c < ' ') {
                    throw new JsonException("control character", pos - 1);
                }
                out.append(c);
                continue;
            }
            char escape = text.charAt(pos++);
            switch (escape) {
                case 'n': out.append('\n'); break;
                case '/': out.append('/'); break;
                case 'u':
                    out.append((char) Integer.parseInt(text.substring(pos, pos + 4), 16));
                    pos += 4;
                    break;
                default: out.append(escape);
            }
        }
        throw new JsonException("missing quote", pos);
    }

    private Object number() {
        final int start = pos;
        while (pos < text.length() && "+-0123456789.eE".indexOf(text.charAt(pos)) >= 0) {
            pos++;
        }
        String digits = text.substring(start, pos);
        try {
            return new BigDecimal(digits);
        } catch (NumberFormatException e) {
            throw new JsonException("bad number '" + digits + "'", start);
        }
    }
