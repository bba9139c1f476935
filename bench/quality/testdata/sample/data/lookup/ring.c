/* A ring buffer of numbers: what comes in first goes out first. */
#include <stdlib.h>

struct ring {
	int *cells;
	size_t size, first, used;
};

int ring_make(struct ring *r, size_t size)
{
	r->cells = malloc(size * sizeof *r->cells);
	r->size = size;
	r->first = r->used = 0;
	return r->cells ? 0 : -1;
}

int ring_put(struct ring *r, int value)
{
	if (r->used == r->size)
		return -1;
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
