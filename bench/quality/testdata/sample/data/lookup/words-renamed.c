#include <ctype.h>
#include <stdio.h>

int main(void)
{
	long total = 0, rows = 0;
	int letter, within = 0;

	while ((letter = getchar()) != EOF) {
		if (letter == '\n')
			rows++;
		if (isspace(letter)) {
			within = 0;
		} else if (!within) {
			within = 1;
			total++;
		}
	}
	printf("words: %ld, lines: %ld\n", total, rows);
	return ferror(stdin) ? 1 : 0;
}
