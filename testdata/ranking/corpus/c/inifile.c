/*
 * Copyright (c) 2019 The Marrow Bridge Authors.
 *
 * You may use, change and pass on this file as you like, so long as this
 * notice stays in it. It comes without any promise of fitness; whoever runs
 * it bears the risk.
 */

/* Reads settings in sections, one line at a time. */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct setting {
    char *section;
    char *key;
    char *value;
    struct setting *next;
};

struct inifile {
    struct setting *first;
    struct setting **tail;
    int line;
    char error[128];
};

static char *trim(char *s)
{
    char *end;

    while (isspace((unsigned char)*s))
        s++;
    end = s + strlen(s);
    while (end > s && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return s;
}

static int append(struct inifile *ini, const char *section, const char *key, const char *value)
{
    struct setting *set = calloc(1, sizeof(*set));

    if (set == NULL)
        return -1;
    set->section = strdup(section);
    set->key = strdup(key);
    set->value = strdup(value);
    if (!set->section || !set->key || !set->value) {
        free(set->section);
        free(set->key);
        free(set->value);
        free(set);
        return -1;
    }
    *ini->tail = set;
    ini->tail = &set->next;
    return 0;
}

/* Returns 0, or -1 with ini->error saying what is wrong and where. */
int ini_load(struct inifile *ini, const char *path)
{
    char buffer[1024], section[128] = "";
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
        if (*line == '\0' || *line == ';' || *line == '#')
            continue;
        if (*line == '[') {
            close = strchr(line, ']');
            if (close == NULL || close[1] != '\0')
                goto bad;
            *close = '\0';
            snprintf(section, sizeof(section), "%s", trim(line + 1));
            continue;
        }
        equals = strchr(line, '=');
        if (equals == NULL || equals == line)
            goto bad;
        *equals = '\0';
        if (append(ini, section, trim(line), trim(equals + 1)) != 0)
            goto bad;
    }
    fclose(fp);
    return 0;

bad:
    snprintf(ini->error, sizeof(ini->error), "%s:%d: cannot understand this line", path, ini->line);
    fclose(fp);
    return -1;
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

void ini_free(struct inifile *ini)
{
    struct setting *set, *next;

    for (set = ini->first; set != NULL; set = next) {
        next = set->next;
        free(set->section);
        free(set->key);
        free(set->value);
        free(set);
    }
    ini->first = NULL;
}
