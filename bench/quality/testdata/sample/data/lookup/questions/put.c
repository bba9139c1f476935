static int append(struct deque *d, int entry)
{
	if (d->length == d->room)
		return -1;
	d->at[(d->start + d->length) % d->room] = entry;
	d->length++;
	return 0;
}
