#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A string that grows while it is written to. */
typedef struct {
    char *data;
    size_t len, cap;
    int failed;
} strbuf;

static int reserve(strbuf *sb, size_t extra)
{
    size_t need = sb->len + extra + 1;
    size_t cap = sb->cap ? sb->cap : 64;
    char *p;

    if (sb->failed)
        return 0;
    if (need <= sb->cap)
        return 1;
    while (cap < need)
        cap += cap / 2;
    if ((p = realloc(sb->data, cap)) == NULL) {
        sb->failed = 1;
        return 0;
    }
    sb->data = p;
    sb->cap = cap;
    return 1;
}

void sb_add(strbuf *sb, const char *text)
{
    size_t n = strlen(text);

    if (reserve(sb, n)) {
        memcpy(sb->data + sb->len, text, n + 1);
        sb->len += n;
    }
}

void sb_printf(strbuf *sb, const char *format, ...)
{
    va_list ap, again;
    int n;

    va_start(ap, format);
    va_copy(again, ap);
    n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    if (n >= 0 && reserve(sb, (size_t)n)) {
        vsnprintf(sb->data + sb->len, (size_t)n + 1, format, again);
        sb->len += (size_t)n;
    }
    va_end(again);
}

char *sb_take(strbuf *sb)
{
    char *text = sb->failed ? NULL : sb->data;

    if (sb->failed)
        free(sb->data);
    memset(sb, 0, sizeof *sb);
    return text;
}
