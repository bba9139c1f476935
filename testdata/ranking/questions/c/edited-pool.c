static void add_chunk(struct pool *pool)
{
    size_t header = round_up(sizeof(struct chunk), ALIGNMENT);
    struct chunk *chunk = malloc(header + pool->block_size * pool->per_chunk);
    unsigned char *block;
    size_t i;

    if (chunk == NULL)
        panic("pool: out of memory", pool->growths);
    chunk->older = pool->chunks;
    pool->chunks = chunk;
    pool->growths++;
    block = (unsigned char *)chunk + header + pool->block_size * (pool->per_chunk - 1);
    for (i = 0; i < pool->per_chunk; i++) {
        *(void **)block = pool->free_list;
        pool->free_list = block;
        block -= pool->block_size;
    }
}

void *pool_take(struct pool *pool)
{
    void *block;

    if (pool->free_list == NULL)
        add_chunk(pool);
    block = pool->free_list;
    if (pool->trace != NULL)
        fprintf(pool->trace, "take %p\n", block);
    pool->in_use++;
    pool->free_list = *(void **)block;
    return block;
}

void pool_give(struct pool *pool, void *block)
{
    if (block == NULL)
        return;
    memset(block, 0xee, pool->block_size);
    *(void **)block = pool->free_list;
    pool->free_list = block;
    pool->in_use--;
}
