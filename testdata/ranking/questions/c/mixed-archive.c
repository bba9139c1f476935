/* Codes, blocks and files of a small archiver. */

static int build_tree(const unsigned long *counts)
{
    int symbol;

    for (symbol = 0; symbol < SYMBOLS; symbol++)
        if (counts[symbol] > 0)
            heap_push(new_node(counts[symbol], -1, -1, symbol));
    if (nheap == 0)
        return -1;
    while (nheap > 1) {
        int a = heap_pop();
        int b = heap_pop();
        heap_push(new_node(nodes[a].weight + nodes[b].weight, a, b, -1));
    }
    return heap_pop();
}

static void assign_codes(int at, char *prefix, int depth)
{
    if (nodes[at].left < 0) {
        prefix[depth] = '\0';
        strcpy(codes[nodes[at].symbol], depth > 0 ? prefix : "0");
        return;
    }
    prefix[depth] = '0';
    assign_codes(nodes[at].left, prefix, depth + 1);
    prefix[depth] = '1';
    assign_codes(nodes[at].right, prefix, depth + 1);
}

/* Tells whether block lies in one of the chunks, at the start of a block. */
int arena_has(const struct arena *arena, const void *addr)
{
    size_t skip = aligned(sizeof(struct seg), UNIT);
    const struct seg *seg;

    for (seg = arena->segs; seg != NULL; seg = seg->prev) {
        uintptr_t from = (uintptr_t)seg + skip;
        uintptr_t upto = from + seg->slots * arena->slot_size;
        uintptr_t x = (uintptr_t)addr;
        if (x >= from && x < upto)
            return (x - from) % arena->slot_size == 0;
    }
    return 0;
}

const char *ini_get(const struct inifile *ini, const char *section, const char *key, const char *fallback)
{
    const struct setting *set;

    for (set = ini->first; set != NULL; set = set->next)
        if (strcasecmp(set->section, section) == 0 && strcasecmp(set->key, key) == 0)
            return set->value;
    return fallback;
}

int ini_get_bool(const struct inifile *ini, const char *section, const char *key, int fallback)
{
    const char *value = ini_get(ini, section, key, NULL);

    if (value == NULL)
        return fallback;
    return strcasecmp(value, "yes") == 0 || strcasecmp(value, "true") == 0 || atoi(value) != 0;
}
