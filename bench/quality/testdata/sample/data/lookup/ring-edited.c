#include <stdio.h>
#include <stdlib.h>

struct ring {
	int *cells;
	size_t size, first, used;
	unsigned long lost; /* values for which there was no room */
};

int ring_put(struct ring *r, int value)
{
	if (r->used == r->size) {
		r->lost++;
		fprintf(stderr, "lost %d\n", value);
		return -1;
	}
	r->cells[(r->first + r->used) % r->size] = value;
	r->used++;
	return 0;
}

int ring_take(struct ring *r, int *value)
{
	if (r->used == 0)
		return -1;
	*value = r->cells[r->first];
	r->first = (r->first + 1) % r->size;
	r->used--;
	return 0;
}
