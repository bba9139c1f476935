    public void pump() throws IOException {
        Wants wants = restart();
        do {
            int c = skipToInk();
            if (c < 0) {
                break;
            }
            boolean closable = optional.contains(wants)
                    || wants == Wants.SEP_OR_END;
            if (closable && "]}".indexOf(c) >= 0) {
                wants = up(c == '}');
                closed++;
                continue;
            }
            switch (wants) {
                case SIGN, EQUALS -> {
                    must(c == ':' || c == '=', c);
                    wants = Wants.VALUE;
                }
                case SEP_OR_END -> {
                    must(c == ',', c);
                    wants = afterComma();
                }
                case KEY, KEY_OR_END -> {
                    must(c == '"', c);
                    out.key(names.intern(literal()));
                    position = consumed;
                    wants = Wants.SIGN;
                }
                default -> wants = value(c, consumed);
            }
        } while (depth > 0 || many);
    }
