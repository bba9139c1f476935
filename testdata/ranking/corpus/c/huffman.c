/*
 * Copyright (c) 2019 The Marrow Bridge Authors.
 *
 * You may use, change and pass on this file as you like, so long as this
 * notice stays in it. It comes without any promise of fitness; whoever runs
 * it bears the risk.
 */

/* Prints a Huffman code for the bytes of a file and what it would save. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS 256
#define NODES (2 * SYMBOLS)

struct node {
    unsigned long weight;
    int left, right;    /* -1 in leaves */
    int symbol;
};

static struct node nodes[NODES];
static int nnodes;
static int heap[NODES];
static int nheap;
static char codes[SYMBOLS][SYMBOLS];

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static int lighter(int a, int b)
{
    if (nodes[a].weight != nodes[b].weight)
        return nodes[a].weight < nodes[b].weight;
    return a < b;
}

static void heap_push(int node)
{
    int child = nheap++;

    while (child > 0) {
        int parent = (child - 1) / 2;
        if (!lighter(node, heap[parent]))
            break;
        heap[child] = heap[parent];
        child = parent;
    }
    heap[child] = node;
}

static int heap_pop(void)
{
    int top = heap[0];
    int last = heap[--nheap];
    int at = 0;

    for (;;) {
        int child = 2 * at + 1;
        if (child >= nheap)
            break;
        if (child + 1 < nheap && lighter(heap[child + 1], heap[child]))
            child++;
        if (!lighter(heap[child], last))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

static int new_node(unsigned long weight, int left, int right, int symbol)
{
    struct node *n = &nodes[nnodes];

    n->weight = weight;
    n->left = left;
    n->right = right;
    n->symbol = symbol;
    return nnodes++;
}

static int build_tree(const unsigned long *counts)
{
    int symbol;

    for (symbol = 0; symbol < SYMBOLS; symbol++)
        if (counts[symbol] > 0)
            heap_push(new_node(counts[symbol], -1, -1, symbol));
    if (nheap == 0)
        return -1;
    while (nheap > 1) {
        int a = heap_pop();
        int b = heap_pop();
        heap_push(new_node(nodes[a].weight + nodes[b].weight, a, b, -1));
    }
    return heap_pop();
}

static void assign_codes(int at, char *prefix, int depth)
{
    if (nodes[at].left < 0) {
        prefix[depth] = '\0';
        strcpy(codes[nodes[at].symbol], depth > 0 ? prefix : "0");
        return;
    }
    prefix[depth] = '0';
    assign_codes(nodes[at].left, prefix, depth + 1);
    prefix[depth] = '1';
    assign_codes(nodes[at].right, prefix, depth + 1);
}

int main(int argc, char **argv)
{
    unsigned long counts[SYMBOLS] = { 0 }, bytes = 0, bits = 0;
    char prefix[SYMBOLS];
    FILE *in = stdin;
    int c, root;

    if (argc > 1 && (in = fopen(argv[1], "rb")) == NULL)
        die(argv[1]);
    while ((c = getc(in)) != EOF) {
        counts[c]++;
        bytes++;
    }
    root = build_tree(counts);
    if (root < 0)
        return 0;
    assign_codes(root, prefix, 0);
    for (c = 0; c < SYMBOLS; c++) {
        if (counts[c] == 0)
            continue;
        bits += counts[c] * strlen(codes[c]);
        printf("%3d %8lu %s\n", c, counts[c], codes[c]);
    }
    printf("%lu bytes become %lu\n", bytes, (bits + 7) / 8);
    return 0;
}
