    Span name = take_until(sc, "=:\n#");
    Span value;

    if (sc->cursor == sc->limit || (*sc->cursor != '=' && *sc->cursor != ':'))
        return CONF_NO_VALUE;
    sc->cursor++;
    skip_blanks(sc);
    if (sc->cursor < sc->limit && *sc->cursor == '"') {
        sc->cursor++;
        value.at = sc->cursor;
        while (sc->cursor < sc->limit && *sc->cursor != '"' && *sc->cursor != '\n')
            sc->cursor++;
        if (sc->cursor == sc->limit || *sc->cursor != '"')
            return CONF_BAD_QUOTE;
        value.length = (size_t)(sc->cursor - value.at);
    } else {
        value = take_until(sc, "\n#");
    }
    skip_line(sc);
    return handler(user, sc->group, name, value) ? CONF_OK : CONF_STOPPED;
}

ConfStatus conf_scan(const char *text, size_t length, PairHandler handler, void *user, unsigned *row)
{
    Scanner sc = { text, text + length, 1, { text, 0 } };
    ConfStatus status = CONF_OK;

    while (status == CONF_OK && sc.cursor < sc.limit) {
        *row = sc.row;
        skip_blanks(&sc);
        if (sc.cursor == sc.limit)
            break;
        switch (*sc.cursor) {
        case '\n':
            sc.cursor++;
            sc.row++;
