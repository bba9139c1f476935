/* Counts words: a dictionary of chained buckets, printed by frequency. */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Term Term;

struct Term {
    Term     *next;
    unsigned  seen;
    char      spelling[];
};

enum { TABLE_SIZE = 4099, MAX_TERM = 200 };

static Term   *table[TABLE_SIZE];
static unsigned unique, all;

static int compare_terms(const void *p, const void *q)
{
    const Term *left = *(Term *const *)p, *right = *(Term *const *)q;

    if (left->seen != right->seen)
        return left->seen < right->seen ? 1 : -1;
    return strcmp(left->spelling, right->spelling);
}

static void show(unsigned limit)
{
    Term **sorted = malloc((unique + 1) * sizeof *sorted);
    unsigned filled = 0, q;
    Term *t;

    if (!sorted)
        bail("malloc");
    for (q = 0; q < TABLE_SIZE; q++)
        for (t = table[q]; t; t = t->next)
            sorted[filled++] = t;
    qsort(sorted, filled, sizeof *sorted, compare_terms);
    for (q = 0; q < filled && q < limit; q++)
        printf("%7u  %5.2f%%  %s\n", sorted[q]->seen,
               100.0 * sorted[q]->seen / all, sorted[q]->spelling);
    free(sorted);
}

static void bail(const char *which)
{
    fprintf(stderr, "%s: %s\n", which, strerror(errno));
    exit(EXIT_FAILURE);
}

static unsigned slot_for(const char *str, size_t length)
{
    unsigned long hv = length;
    size_t pos;

    for (pos = 0; pos != length; ++pos)
        hv = hv * 31 + (unsigned char)str[pos];
    return (unsigned)(hv % TABLE_SIZE);
}

/* Finds the word and moves it to the front of its chain, or makes a new one. */
static Term *intern(const char *str, size_t length)
{
    Term **bucket = &table[slot_for(str, length)];
    Term **pp, *t;

    for (pp = bucket; (t = *pp) != NULL; pp = &t->next) {
        if (strncmp(t->spelling, str, length) == 0 && t->spelling[length] == '\0') {
            *pp = t->next;
            t->next = *bucket;
            *bucket = t;
            return t;
        }
    }
    t = malloc(sizeof *t + length + 1);
    if (!t)
        bail("malloc");
    memcpy(t->spelling, str, length);
    t->spelling[length] = '\0';
    t->seen = 0;
    t->next = *bucket;
    *bucket = t;
    unique++;
    return t;
}

static void read_terms(FILE *fp)
{
    char term[MAX_TERM];
    size_t length = 0;
    int ch;

    do {
        ch = getc(fp);
        if (ch != EOF && (isalnum(ch) || ch == '\'')) {
            if (length < sizeof term)
                term[length++] = (char)tolower(ch);
        } else if (length > 0) {
            intern(term, length)->seen++;
            all++;
            length = 0;
        }
    } while (ch != EOF);
    if (ferror(fp))
        bail("read");
}

int main(int argc, char **argv)
{
    int i;

    if (argc < 2)
        read_terms(stdin);
    for (i = 1; i < argc; i++) {
        FILE *fp = fopen(argv[i], "r");
        if (fp == NULL)
            bail(argv[i]);
        read_terms(fp);
        fclose(fp);
    }
    show(25);
    return 0;
}
