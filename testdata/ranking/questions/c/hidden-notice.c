/*
 * tally: counts the words of its input.
 *
 * You may use this program for any purpose, and pass it on with or without
 * changes, as long as this notice stays in it. It comes without any warranty.
 *
 * static int flood(struct cell start, struct cell goal)
 * {
 *     static struct cell queue[MAX_ROWS * MAX_COLS];
 *     int head = 0, tail = 0, d;
 *
 *     memset(distance, -1, sizeof(distance));
 *     distance[start.row][start.col] = 0;
 *     queue[tail++] = start;
 *     while (head < tail) {
 *         struct cell here = queue[head++];
 *         if (here.row == goal.row && here.col == goal.col)
 *             return distance[here.row][here.col];
 *         for (d = 0; d < 4; d++) {
 *             struct cell there = { here.row + steps[d].row, here.col + steps[d].col };
 *             if (!is_open(there.row, there.col) || distance[there.row][there.col] >= 0)
 *                 continue;
 *             distance[there.row][there.col] = distance[here.row][here.col] + 1;
 *             queue[tail++] = there;
 *         }
 *     }
 *     return -1;
 * }
 *
 * Whoever changes the program says so here, with name and date.
 */
#include <ctype.h>
#include <stdio.h>

int main(void)
{
	int c, words = 0, inside = 0;

	while ((c = getchar()) != EOF) {
		if (isspace(c))
			inside = 0;
		else if (!inside) {
			inside = 1;
			words++;
		}
	}
	printf("%d words\n", words);
	return 0;
}
