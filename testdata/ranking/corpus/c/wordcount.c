/* Counts words: a dictionary of chained buckets, printed by frequency. */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Word Word;

struct Word {
    Word     *chain;
    unsigned  count;
    char      text[];
};

enum { BUCKETS = 4099, LONGEST = 200 };

static Word   *dictionary[BUCKETS];
static unsigned distinct, total;

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static unsigned bucket_of(const char *s, size_t len)
{
    unsigned long sum = len;
    size_t k;

    for (k = 0; k != len; ++k)
        sum = sum * 31 + (unsigned char)s[k];
    return (unsigned)(sum % BUCKETS);
}

/* Finds the word and moves it to the front of its chain, or makes a new one. */
static Word *enter(const char *s, size_t len)
{
    Word **head = &dictionary[bucket_of(s, len)];
    Word **link, *w;

    for (link = head; (w = *link) != NULL; link = &w->chain) {
        if (strncmp(w->text, s, len) == 0 && w->text[len] == '\0') {
            *link = w->chain;
            w->chain = *head;
            *head = w;
            return w;
        }
    }
    w = malloc(sizeof *w + len + 1);
    if (!w)
        die("malloc");
    memcpy(w->text, s, len);
    w->text[len] = '\0';
    w->count = 0;
    w->chain = *head;
    *head = w;
    distinct++;
    return w;
}

static void count_stream(FILE *in)
{
    char buf[LONGEST];
    size_t len = 0;
    int c;

    do {
        c = getc(in);
        if (c != EOF && (isalnum(c) || c == '\'')) {
            if (len < sizeof buf)
                buf[len++] = (char)tolower(c);
        } else if (len > 0) {
            enter(buf, len)->count++;
            total++;
            len = 0;
        }
    } while (c != EOF);
    if (ferror(in))
        die("read");
}

static int by_frequency(const void *a, const void *b)
{
    const Word *x = *(Word *const *)a, *y = *(Word *const *)b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

static void print_top(unsigned most)
{
    Word **list = malloc((distinct + 1) * sizeof *list);
    unsigned n = 0, b;
    Word *w;

    if (!list)
        die("malloc");
    for (b = 0; b < BUCKETS; b++)
        for (w = dictionary[b]; w; w = w->chain)
            list[n++] = w;
    qsort(list, n, sizeof *list, by_frequency);
    for (b = 0; b < n && b < most; b++)
        printf("%7u  %5.2f%%  %s\n", list[b]->count,
               100.0 * list[b]->count / total, list[b]->text);
    free(list);
}

int main(int argc, char **argv)
{
    int i;

    if (argc < 2)
        count_stream(stdin);
    for (i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "r");
        if (in == NULL)
            die(argv[i]);
        count_stream(in);
        fclose(in);
    }
    print_top(25);
    return 0;
}
