#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PER_LINE 16

static void dump(FILE *in, unsigned long offset, unsigned long limit)
{
    unsigned char row[PER_LINE], last[PER_LINE];
    size_t got, i;
    int repeated = 0, first = 1;

    while (limit > 0 && (got = fread(row, 1, limit < PER_LINE ? limit : PER_LINE, in)) > 0) {
        limit -= got;
        if (!first && got == PER_LINE && memcmp(row, last, PER_LINE) == 0) {
            if (!repeated++)
                puts("*");
            offset += got;
            continue;
        }
        repeated = first = 0;
        printf("%08lx ", offset);
        for (i = 0; i < PER_LINE; i++) {
            if (i == PER_LINE / 2)
                putchar(' ');
            if (i < got)
                printf(" %02x", row[i]);
            else
                printf("   ");
        }
        printf("  |");
        for (i = 0; i < got; i++)
            putchar(isprint(row[i]) ? row[i] : '.');
        puts("|");
        memcpy(last, row, got);
        offset += got;
    }
}

int main(int argc, char *argv[])
{
    unsigned long skip = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;
    unsigned long limit = argc > 3 ? strtoul(argv[3], NULL, 0) : (unsigned long)-1;
    FILE *in;

    if (argc < 2) {
        fprintf(stderr, "usage: %s FILE [SKIP [LENGTH]]\n", argv[0]);
        return EXIT_FAILURE;
    }
    if ((in = fopen(argv[1], "rb")) == NULL || fseek(in, (long)skip, SEEK_SET) != 0) {
        perror(argv[1]);
        return EXIT_FAILURE;
    }
    dump(in, skip, limit);
    fclose(in);
    return EXIT_SUCCESS;
}
