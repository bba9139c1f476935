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
