/* Counts words of texts. */
#include <stdio.h>
#include "words.h"

static int limit = 40;

static void report(const char *name, int total)
{
	printf("%s has %d words\n", name, total);
	fflush(stdout);
}

static int words_of(const char *text, char mark)
{
	int count = 0; // words so far
	int length = 0;
	const char *at = text;

	for (int i = 0; text[i]; i++) {
		if (text[i] == mark || text[i] == ' ') {
			count = count + 1;
			length = 0;
		} else {
			length++;
		}
	}
	while (length > limit) {
		length = length - limit;
	}
	return count + at[0];
}

int main(int argc, char **argv)
{
	int total = 0;
	double share = 0.5;
	unsigned int rest = 1024;

	total = words_of(argv[0], ';');
	share = share * 3.25;
	rest = rest / 7 + argc * 3;
	report("all texts", total);
	return rest > share;
}
