/* labels.c: where the labels of an assembler program are */

/* A symbol table with open addressing and backward-shift deletion. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 16

struct binding {
    char *label;
    uint32_t digest;
    long address;
};

struct labels {
    struct binding *cells;
    size_t size;      /* a power of two */
    size_t fill;
};

void labels_close(struct labels *map)
{
    size_t at;

    for (at = 0; at < map->size; at++)
        free(map->cells[at].label);
    free(map->cells);
    memset(map, 0, sizeof(*map));
}

static uint32_t fnv(const char *label)
{
    uint32_t h = 2166136261u;

    while (*label) {
        h ^= (unsigned char)*label++;
        h *= 16777619u;
    }
    return h;
}

int labels_get(const struct labels *map, const char *label, long *address)
{
    size_t at = probe(map, label, fnv(label));

    if (map->cells[at].label == NULL)
        return -1;
    *address = map->cells[at].address;
    return 0;
}

int labels_open(struct labels *map)
{
    map->cells = calloc(FIRST_SIZE, sizeof(*map->cells));
    if (map->cells == NULL)
        return -1;
    map->size = FIRST_SIZE;
    map->fill = 0;
    return 0;
}

static size_t probe(const struct labels *map, const char *label, uint32_t digest)
{
    size_t wrap = map->size - 1;
    size_t at = digest & wrap;

    while (map->cells[at].label != NULL) {
        if (map->cells[at].digest == digest && strcmp(map->cells[at].label, label) == 0)
            break;
        at = (at + 1) & wrap;
    }
    return at;
}

static int rehash(struct labels *map)
{
    struct labels twice;
    size_t at;

    twice.size = map->size * 2;
    twice.fill = map->fill;
    twice.cells = calloc(twice.size, sizeof(*twice.cells));
    if (twice.cells == NULL)
        return -1;
    for (at = 0; at < map->size; at++) {
        struct binding *old = &map->cells[at];
        if (old->label != NULL)
            twice.cells[probe(&twice, old->label, old->digest)] = *old;
    }
    free(map->cells);
    *map = twice;
    return 0;
}

int labels_set(struct labels *map, const char *label, long address)
{
    uint32_t digest = fnv(label);
    size_t at;

    if ((map->fill + 1) * 4 > map->size * 3 && rehash(map) != 0)
        return -1;
    at = probe(map, label, digest);
    if (map->cells[at].label == NULL) {
        map->cells[at].label = strdup(label);
        if (map->cells[at].label == NULL)
            return -1;
        map->cells[at].digest = digest;
        map->fill++;
    }
    map->cells[at].address = address;
    return 0;
}

int labels_drop(struct labels *map, const char *label)
{
    size_t wrap = map->size - 1;
    size_t gap = probe(map, label, fnv(label));
    size_t scan;

    if (map->cells[gap].label == NULL)
        return -1;
    free(map->cells[gap].label);
    map->fill--;
    for (scan = (gap + 1) & wrap; map->cells[scan].label; scan = (scan + 1) & wrap) {
        size_t ideal = map->cells[scan].digest & wrap;
        if (((scan - ideal) & wrap) >= ((scan - gap) & wrap)) {
            map->cells[gap] = map->cells[scan];
            gap = scan;
        }
    }
    map->cells[gap].label = NULL;
    return 0;
}
