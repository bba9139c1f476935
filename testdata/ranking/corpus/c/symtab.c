/*
 * Copyright (c) 2019 The Marrow Bridge Authors.
 *
 * You may use, change and pass on this file as you like, so long as this
 * notice stays in it. It comes without any promise of fitness; whoever runs
 * it bears the risk.
 */

/* A symbol table with open addressing and backward-shift deletion. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_SLOTS 16

struct symbol {
    char *name;
    uint32_t hash;
    long value;
};

struct symtab {
    struct symbol *slots;
    size_t nslots;      /* a power of two */
    size_t used;
};

static uint32_t hash_name(const char *name)
{
    uint32_t h = 2166136261u;

    while (*name) {
        h ^= (unsigned char)*name++;
        h *= 16777619u;
    }
    return h;
}

int symtab_init(struct symtab *tab)
{
    tab->slots = calloc(INITIAL_SLOTS, sizeof(*tab->slots));
    if (tab->slots == NULL)
        return -1;
    tab->nslots = INITIAL_SLOTS;
    tab->used = 0;
    return 0;
}

static size_t find_slot(const struct symtab *tab, const char *name, uint32_t hash)
{
    size_t mask = tab->nslots - 1;
    size_t i = hash & mask;

    while (tab->slots[i].name != NULL) {
        if (tab->slots[i].hash == hash && strcmp(tab->slots[i].name, name) == 0)
            break;
        i = (i + 1) & mask;
    }
    return i;
}

static int grow(struct symtab *tab)
{
    struct symtab bigger;
    size_t i;

    bigger.nslots = tab->nslots * 2;
    bigger.used = tab->used;
    bigger.slots = calloc(bigger.nslots, sizeof(*bigger.slots));
    if (bigger.slots == NULL)
        return -1;
    for (i = 0; i < tab->nslots; i++) {
        struct symbol *sym = &tab->slots[i];
        if (sym->name != NULL)
            bigger.slots[find_slot(&bigger, sym->name, sym->hash)] = *sym;
    }
    free(tab->slots);
    *tab = bigger;
    return 0;
}

int symtab_define(struct symtab *tab, const char *name, long value)
{
    uint32_t hash = hash_name(name);
    size_t i;

    if ((tab->used + 1) * 4 > tab->nslots * 3 && grow(tab) != 0)
        return -1;
    i = find_slot(tab, name, hash);
    if (tab->slots[i].name == NULL) {
        tab->slots[i].name = strdup(name);
        if (tab->slots[i].name == NULL)
            return -1;
        tab->slots[i].hash = hash;
        tab->used++;
    }
    tab->slots[i].value = value;
    return 0;
}

int symtab_lookup(const struct symtab *tab, const char *name, long *value)
{
    size_t i = find_slot(tab, name, hash_name(name));

    if (tab->slots[i].name == NULL)
        return -1;
    *value = tab->slots[i].value;
    return 0;
}

int symtab_undefine(struct symtab *tab, const char *name)
{
    size_t mask = tab->nslots - 1;
    size_t hole = find_slot(tab, name, hash_name(name));
    size_t next;

    if (tab->slots[hole].name == NULL)
        return -1;
    free(tab->slots[hole].name);
    tab->used--;
    for (next = (hole + 1) & mask; tab->slots[next].name; next = (next + 1) & mask) {
        size_t home = tab->slots[next].hash & mask;
        if (((next - home) & mask) >= ((next - hole) & mask)) {
            tab->slots[hole] = tab->slots[next];
            hole = next;
        }
    }
    tab->slots[hole].name = NULL;
    return 0;
}

void symtab_free(struct symtab *tab)
{
    size_t i;

    for (i = 0; i < tab->nslots; i++)
        free(tab->slots[i].name);
    free(tab->slots);
    memset(tab, 0, sizeof(*tab));
}
