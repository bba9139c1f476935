#include <stdlib.h>

struct fifo {
	int *slot;
	size_t capacity, head, count;
};

int fifo_init(struct fifo *f, size_t capacity)
{
	f->slot = malloc(capacity * sizeof *f->slot);
	f->capacity = capacity;
	f->head = f->count = 0;
	return f->slot ? 0 : -1;
}

int fifo_push(struct fifo *f, int item)
{
	if (f->count == f->capacity)
		return -1;
	f->slot[(f->head + f->count) % f->capacity] = item;
	f->count++;
	return 0;
}

int fifo_pop(struct fifo *f, int *item)
{
	if (f->count == 0)
		return -1;
	*item = f->slot[f->head];
	f->head = (f->head + 1) % f->capacity;
	f->count--;
	return 0;
}
