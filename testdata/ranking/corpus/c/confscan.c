/*
 * A configuration reader that takes the whole text at once and calls back for
 * every pair it sees. No memory is allocated: names and values are spans of
 * the text itself.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *at;
    size_t length;
} Span;

typedef bool (*PairHandler)(void *user, Span group, Span name, Span value);

typedef struct {
    const char *cursor;
    const char *limit;
    unsigned row;
    Span group;
} Scanner;

typedef enum { CONF_OK, CONF_STOPPED, CONF_NO_BRACKET, CONF_NO_VALUE, CONF_BAD_QUOTE } ConfStatus;

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(Scanner *sc)
{
    while (sc->cursor < sc->limit && blank(*sc->cursor))
        sc->cursor++;
}

static void skip_line(Scanner *sc)
{
    while (sc->cursor < sc->limit && *sc->cursor != '\n')
        sc->cursor++;
}

/* Takes everything up to one of the stop characters, without blanks behind it. */
static Span take_until(Scanner *sc, const char *stops)
{
    Span span = { sc->cursor, 0 };

    for (; sc->cursor < sc->limit && !strchr(stops, *sc->cursor); sc->cursor++)
        if (!blank(*sc->cursor))
            span.length = (size_t)(sc->cursor - span.at) + 1;
    return span;
}

static ConfStatus scan_pair(Scanner *sc, PairHandler handler, void *user)
{
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
            break;
        case '#':
            skip_line(&sc);
            break;
        case '[':
            sc.cursor++;
            sc.group = take_until(&sc, "]\n");
            if (sc.cursor == sc.limit || *sc.cursor != ']')
                return CONF_NO_BRACKET;
            sc.cursor++;
            break;
        default:
            status = scan_pair(&sc, handler, user);
        }
    }
    return status;
}

bool span_is(Span span, const char *word)
{
    return strlen(word) == span.length && memcmp(span.at, word, span.length) == 0;
}
