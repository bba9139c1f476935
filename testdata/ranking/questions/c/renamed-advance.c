#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static void syntax_error(const char *why)
{
    fprintf(stderr, "error: %s near \"%.10s\"\n", why, src);
    longjmp(recover, 1);
}

static void next_token(void)
{
    size_t n = 0;
    char *stop;

    while (isspace((unsigned char)*src))
        src++;
    if (*src == '\0') {
        tok = TK_EOF;
    } else if (isdigit((unsigned char)*src) || *src == '.') {
        numval = strtod(src, &stop);
        if (stop == src)
            syntax_error("malformed number");
        src = stop;
        tok = TK_NUM;
    } else if (isalpha((unsigned char)*src)) {
        while (isalnum((unsigned char)*src)) {
            if (n == sizeof(ident) - 1)
                syntax_error("name is too long");
            ident[n++] = *src++;
        }
        ident[n] = '\0';
        tok = TK_IDENT;
    } else {
        punct = *src++;
        tok = TK_PUNCT;
    }
}

static int match(char c)
{
    if (tok != TK_PUNCT || punct != c)
        return 0;
    next_token();
    return 1;
}
