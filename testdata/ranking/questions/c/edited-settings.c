static int add_setting(struct inifile *ini, const char *section, const char *key, const char *value)
{
    struct setting *set = calloc(1, sizeof(*set));

    if (set == NULL)
        return -1;
    set->section = strdup(section);
    set->key = lowered(key);
    set->line = ini->line;
    set->value = strdup(value);
    if (!set->section || !set->key || !set->value) {
        free(set->section);
        free(set->key);
        free(set);
        return -1;
    }
    *ini->tail = set;
    ini->count++;
    ini->tail = &set->next;
    return 0;
}

/* Returns 0, or -1 with ini->error saying what is wrong and where. */
int ini_load(struct inifile *ini, const char *path)
{
    char buffer[4096], section[128] = "";
    char *line, *equals, *close;
    FILE *fp = fopen(path, "r");

    memset(ini, 0, sizeof(*ini));
    ini->tail = &ini->first;
    if (fp == NULL) {
        snprintf(ini->error, sizeof(ini->error), "%s: %s", path, strerror(errno));
        return -1;
    }
    while (fgets(buffer, sizeof(buffer), fp) != NULL) {
        ini->line++;
        line = trim(buffer);
        if (line[0] == '\0' || strchr("#;!", line[0]))
            continue;
        if (*line == '[') {
