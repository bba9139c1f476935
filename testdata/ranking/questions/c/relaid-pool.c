void pool_init(struct pool *pool, size_t block_size, size_t per_chunk)
{
        assert(block_size > 0 && per_chunk > 0);

        if(block_size < sizeof(void *))
                block_size = sizeof(void *); /* room for the link */
        memset(pool, 0,
                        sizeof(*pool));
        pool->block_size = round_up(block_size,
                        ALIGNMENT);
        pool->per_chunk = per_chunk;
}
static void add_chunk(struct pool *pool)
{
        size_t header = round_up(sizeof(struct chunk),
                        ALIGNMENT);
        struct chunk *chunk = malloc(header + pool->block_size * pool->per_chunk);
        unsigned char *block;

        size_t i;
        if(chunk == NULL)
                die("pool"); /* no memory left */
        chunk->older = pool->chunks;
        chunk->count = pool->per_chunk;

        pool->chunks = chunk;
        block = (unsigned char *)chunk + header + pool->block_size * (pool->per_chunk - 1);
        for(i = 0; i < chunk->count; i++)
        {
                *(void **)block = pool->free_list;

                pool->free_list = block;

                block -= pool->block_size; /* from the last to the first */
        }
}
