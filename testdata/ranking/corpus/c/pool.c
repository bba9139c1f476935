/*
 * A pool of blocks of one size. Free blocks form a list inside their own
 * memory, chunks of blocks are taken from malloc and given back at the end.
 */

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT (sizeof(max_align))
#define POISON 0xdb

typedef union {
    long l;
    double d;
    void *p;
} max_align;

struct chunk {
    struct chunk *older;
    size_t count;
};

struct pool {
    size_t block_size;
    size_t per_chunk;
    struct chunk *chunks;
    void *free_list;
    size_t in_use;
    size_t peak;
};

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static size_t round_up(size_t size, size_t unit)
{
    return (size + unit - 1) / unit * unit;
}

void pool_init(struct pool *pool, size_t block_size, size_t per_chunk)
{
    assert(block_size > 0 && per_chunk > 0);
    if (block_size < sizeof(void *))
        block_size = sizeof(void *);
    memset(pool, 0, sizeof(*pool));
    pool->block_size = round_up(block_size, ALIGNMENT);
    pool->per_chunk = per_chunk;
}

static void add_chunk(struct pool *pool)
{
    size_t header = round_up(sizeof(struct chunk), ALIGNMENT);
    struct chunk *chunk = malloc(header + pool->block_size * pool->per_chunk);
    unsigned char *block;
    size_t i;

    if (chunk == NULL)
        die("pool");
    chunk->older = pool->chunks;
    chunk->count = pool->per_chunk;
    pool->chunks = chunk;
    block = (unsigned char *)chunk + header + pool->block_size * (pool->per_chunk - 1);
    for (i = 0; i < chunk->count; i++) {
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
    pool->free_list = *(void **)block;
    if (++pool->in_use > pool->peak)
        pool->peak = pool->in_use;
    memset(block, 0, pool->block_size);
    return block;
}

void pool_give(struct pool *pool, void *block)
{
    if (block == NULL)
        return;
    assert(pool->in_use > 0);
    memset(block, POISON, pool->block_size);
    *(void **)block = pool->free_list;
    pool->free_list = block;
    pool->in_use--;
}

/* Tells whether block lies in one of the chunks, at the start of a block. */
int pool_owns(const struct pool *pool, const void *block)
{
    size_t header = round_up(sizeof(struct chunk), ALIGNMENT);
    const struct chunk *chunk;

    for (chunk = pool->chunks; chunk != NULL; chunk = chunk->older) {
        uintptr_t low = (uintptr_t)chunk + header;
        uintptr_t high = low + chunk->count * pool->block_size;
        uintptr_t p = (uintptr_t)block;
        if (p >= low && p < high)
            return (p - low) % pool->block_size == 0;
    }
    return 0;
}

void pool_report(const struct pool *pool, FILE *out)
{
    const struct chunk *chunk;
    size_t chunks = 0, blocks = 0;

    for (chunk = pool->chunks; chunk != NULL; chunk = chunk->older) {
        chunks++;
        blocks += chunk->count;
    }
    fprintf(out, "%zu of %zu blocks of %zu bytes in use (peak %zu), %zu chunks\n",
            pool->in_use, blocks, pool->block_size, pool->peak, chunks);
}

void pool_destroy(struct pool *pool)
{
    struct chunk *chunk, *older;

    for (chunk = pool->chunks; chunk != NULL; chunk = older) {
        older = chunk->older;
        free(chunk);
    }
    memset(pool, 0, sizeof(*pool));
}
