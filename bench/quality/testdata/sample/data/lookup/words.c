/* Counts the words and lines of standard input. */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
	long words = 0, lines = 0;
	int c, inside = 0;

	while ((c = getchar()) != EOF) {
		if (c == '\n')
			lines++;
		if (isspace(c)) {
			inside = 0;
		} else if (!inside) {
			inside = 1;
			words++;
		}
	}
	printf("%ld words in %ld lines\n", words, lines);
	return ferror(stdin) ? 1 : 0;
}
