/*
 * Simulates the queue of a print room: jobs come in with a deadline, printers
 * take the one that is due first.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_JOBS 512
#define MAX_PRINTERS 8

struct node {
    unsigned long weight;   /* minute by which it has to be done */
    int left;               /* pages still to print */
    int right;              /* who ordered it */
    int symbol;             /* number of the job */
};

struct printer {
    const char *label;
    int job;
    int speed;              /* pages a minute */
    long printed;
    int jams;
};

static int heap[MAX_JOBS], nheap, nnodes;
static struct node nodes[MAX_JOBS];

static struct printer printers[MAX_PRINTERS] = {
    { "basement", -1, 12, 0, 0 },
    { "copy shop", -1, 30, 0, 0 },
    { "reception", -1, 6, 0, 0 },
};
static int nprinters = 3;
static int late, in_time;

static int lighter(int a, int b)
{
    return nodes[a].weight < nodes[b].weight || (nodes[a].weight == nodes[b].weight && a < b);
}

static void heap_push(int node)
{
    int at;

    for (at = nheap++; at > 0 && lighter(node, heap[(at - 1) >> 1]); at = (at - 1) >> 1)
        heap[at] = heap[(at - 1) >> 1];
    heap[at] = node;
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

static int enter_job(unsigned long due, int pages, int room)
{
    const struct node job = { due, pages, room, nnodes };

    nodes[nnodes] = job;
    return nnodes++;
}

static void order(unsigned long minute)
{
    int pages = 1 + rand() % 80;
    int room = 100 + rand() % 20;

    if (nnodes == MAX_JOBS) {
        printf("%5lu  order of room %d is turned away\n", minute, room);
        return;
    }
    heap_push(enter_job(minute + 5 + rand() % 60, pages, room));
}

static void finish(struct printer *p, unsigned long minute)
{
    struct node *job = &nodes[p->job];

    if (minute > job->weight) {
        late++;
        printf("%5lu  job %d for room %d is %lu minutes late\n",
               minute, job->symbol, job->right, minute - job->weight);
    } else {
        in_time++;
    }
    p->job = -1;
}

static void print_minute(struct printer *p, unsigned long minute)
{
    struct node *job;

    if (p->job < 0) {
        if (nheap == 0)
            return;
        p->job = heap_pop();
    }
    if (rand() % 200 == 0) {
        p->jams++;
        return;
    }
    job = &nodes[p->job];
    job->left -= p->speed;
    p->printed += p->speed;
    if (job->left <= 0) {
        p->printed += job->left;
        finish(p, minute);
    }
}

int main(int argc, char **argv)
{
    unsigned long minute, hours = 8;
    int i;

    if (argc > 1 && (hours = strtoul(argv[1], NULL, 10)) == 0) {
        fputs("usage: printers [HOURS [SEED]]\n", stderr);
        return 2;
    }
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : (unsigned)time(NULL));
    for (minute = 0; minute < hours * 60; minute++) {
        if (rand() % 3 == 0)
            order(minute);
        for (i = 0; i < nprinters; i++)
            print_minute(&printers[i], minute);
    }
    for (i = 0; i < nprinters; i++)
        printf("%-10s %6ld pages, %d jams\n", printers[i].label, printers[i].printed, printers[i].jams);
    printf("%d in time, %d late, %d never started\n", in_time, late, nheap);
    return 0;
}
