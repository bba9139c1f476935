#include <stdio.h>
#include <string.h>
#include "dict.h"

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
