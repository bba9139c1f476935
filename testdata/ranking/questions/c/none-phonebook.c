#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A map from names to numbers as an unbalanced binary tree. */

struct person {
    struct person *less, *more;
    char *number;
    char name[1];
};

static struct person *book;

static struct person **seek(const char *name)
{
    struct person **at = &book;

    while (*at) {
        int order = strcmp(name, (*at)->name);
        if (!order)
            return at;
        at = order < 0 ? &(*at)->less : &(*at)->more;
    }
    return at;
}

static void store(const char *name, const char *number)
{
    struct person **at = seek(name);

    if (*at == NULL) {
        *at = calloc(1, sizeof **at + strlen(name));
        if (*at == NULL)
            abort();
        strcpy((*at)->name, name);
    }
    free((*at)->number);
    (*at)->number = strdup(number);
}

static void list(const struct person *p)
{
    if (p) {
        list(p->less);
        printf("%-20s %s\n", p->name, p->number);
        list(p->more);
    }
}

int main(void)
{
    char line[200], name[100], number[100];

    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "+ %99s %99s", name, number) == 2) {
            store(name, number);
        } else if (sscanf(line, "? %99s", name) == 1) {
            struct person *p = *seek(name);
            puts(p ? p->number : "unknown");
        } else if (line[0] == '.') {
            list(book);
        } else {
            puts("say + NAME NUMBER, ? NAME or .");
        }
    }
    return 0;
}
