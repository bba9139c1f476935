static void heap_push( int node )
{
	int child = nheap++; /* a hole at the end */

	while( child > 0 )
	{
		int parent = ( child - 1 ) / 2;
		if( !lighter( node, heap[parent] ) )
			break;
		heap[child] = heap[parent];
		child = parent; /* up */
	}
	heap[child] = node;
}
static int heap_pop( void )
{
	int top = heap[0];
	int last = heap[--nheap];
	int at = 0;
	for( ;; )
	{
		int child = 2 * at + 1;
		if( child >= nheap )
			break;

		if( child + 1 < nheap && lighter( heap[child + 1], heap[child] ) )
			child++; /* the lighter of both */
		if( !lighter( heap[child], last ) )
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = last;
	return top; /* was the lightest */
}
