#include <ctype.h>
#include <stdio.h>

static long count(FILE *from)
{
	long words = 0;
	int c, inside = 0;

	while ((c = fgetc(from)) != EOF) {
		if (isspace(c)) {
			inside = 0;
		} else if (!inside) {
			inside = 1;
			words++;
		}
	}
	return words;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		FILE *from = fopen(argv[i], "r");

		if (!from) {
			perror(argv[i]);
			return 1;
		}
		printf("%ld %s\n", count(from), argv[i]);
		fclose(from);
	}
	return 0;
}
