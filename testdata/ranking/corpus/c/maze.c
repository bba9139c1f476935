/* Reads a maze, walks it breadth first from S to G and draws the way. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS 100
#define MAX_COLS 100
#define WALL '#'

struct cell {
    int row;
    int col;
};

static char grid[MAX_ROWS][MAX_COLS + 2];
static int distance[MAX_ROWS][MAX_COLS];
static int rows;

static const struct cell steps[4] = { { -1, 0 }, { 0, 1 }, { 1, 0 }, { 0, -1 } };

static int read_maze(FILE *in)
{
    rows = 0;
    while (rows < MAX_ROWS && fgets(grid[rows], sizeof(grid[rows]), in)) {
        grid[rows][strcspn(grid[rows], "\r\n")] = '\0';
        rows++;
    }
    return ferror(in) ? -1 : rows;
}

static int locate(char mark, struct cell *where)
{
    int r;

    for (r = 0; r < rows; r++) {
        char *hit = strchr(grid[r], mark);
        if (hit != NULL) {
            where->row = r;
            where->col = (int)(hit - grid[r]);
            return 0;
        }
    }
    return -1;
}

static int is_open(int row, int col)
{
    if (row < 0 || row >= rows || col < 0 || col >= (int)strlen(grid[row]))
        return 0;
    return grid[row][col] != WALL;
}

/* Fills in distances from start; returns that of goal, or -1. */
static int flood(struct cell start, struct cell goal)
{
    static struct cell queue[MAX_ROWS * MAX_COLS];
    int head = 0, tail = 0, d;

    memset(distance, -1, sizeof(distance));
    distance[start.row][start.col] = 0;
    queue[tail++] = start;
    while (head < tail) {
        struct cell here = queue[head++];
        if (here.row == goal.row && here.col == goal.col)
            return distance[here.row][here.col];
        for (d = 0; d < 4; d++) {
            struct cell there = { here.row + steps[d].row, here.col + steps[d].col };
            if (!is_open(there.row, there.col) || distance[there.row][there.col] >= 0)
                continue;
            distance[there.row][there.col] = distance[here.row][here.col] + 1;
            queue[tail++] = there;
        }
    }
    return -1;
}

static void mark_path(struct cell goal)
{
    struct cell at = goal;
    int d;

    while (distance[at.row][at.col] > 0) {
        for (d = 0; d < 4; d++) {
            int r = at.row + steps[d].row, c = at.col + steps[d].col;
            if (is_open(r, c) && distance[r][c] == distance[at.row][at.col] - 1) {
                at.row = r;
                at.col = c;
                break;
            }
        }
        if (grid[at.row][at.col] == ' ')
            grid[at.row][at.col] = '.';
    }
}

int main(int argc, char **argv)
{
    struct cell start, goal;
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    int length, r;

    if (in == NULL || read_maze(in) <= 0) {
        fprintf(stderr, "maze: nothing to read\n");
        return 2;
    }
    if (locate('S', &start) != 0 || locate('G', &goal) != 0) {
        fprintf(stderr, "maze: needs an S and a G\n");
        return 2;
    }
    length = flood(start, goal);
    if (length < 0) {
        printf("no way out\n");
        return 1;
    }
    mark_path(goal);
    for (r = 0; r < rows; r++)
        puts(grid[r]);
    printf("%d steps\n", length);
    return 0;
}
