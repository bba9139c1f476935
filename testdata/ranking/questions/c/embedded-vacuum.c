/* A robot vacuum on a floor plan: it always drives to the nearest dirt. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 40, MAX_COLS = 60, FULL_CHARGE = 400 };

struct cell {
    int row, col;
};

struct robot {
    struct cell where;
    struct cell dock;
    int charge;
    int moves;
    int cleaned;
    bool stuck;
};

static const char *plan[] = {
    "+----------------------+",
    "|D   *      |      *   |",
    "|           |          |",
    "|   +---+   |    +-----|",
    "|   | * |        |  *  |",
    "|   |   +----    |     |",
    "|   |       *    |     |",
    "|   +--------         *|",
    "|      *               |",
    "+----------------------+",
};

static char floor_map[MAX_ROWS][MAX_COLS];
static int distance[MAX_ROWS][MAX_COLS];
static const struct cell steps[] = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } };

static void load_plan(struct robot *robot)
{
    size_t r;
    char *dock;

    for (r = 0; r < sizeof plan / sizeof plan[0]; r++) {
        snprintf(floor_map[r], MAX_COLS, "%s", plan[r]);
        if ((dock = strchr(floor_map[r], 'D')) != NULL) {
            robot->dock.row = (int)r;
            robot->dock.col = (int)(dock - floor_map[r]);
        }
    }
    robot->where = robot->dock;
    robot->charge = FULL_CHARGE;
}

static int is_open(int row, int col)
{
    return row >= 0 && row < MAX_ROWS && col >= 0 && col < MAX_COLS
        && floor_map[row][col] != 0 && strchr("+-|", floor_map[row][col]) == NULL;
}

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

/* The dirt with the shortest drive, or false when the floor is clean. */
static bool nearest_dirt(const struct robot *robot, struct cell *target, int *drive)
{
    struct cell c;
    bool any = false;

    for (c.row = 0; c.row < MAX_ROWS; c.row++) {
        for (c.col = 0; c.col < MAX_COLS; c.col++) {
            int length;
            if (floor_map[c.row][c.col] != '*')
                continue;
            length = flood(robot->where, c);
            if (length >= 0 && (!any || length < *drive)) {
                any = true;
                *drive = length;
                *target = c;
            }
        }
    }
    return any;
}

static void drive_to(struct robot *robot, struct cell target, int length)
{
    robot->moves += length;
    robot->charge -= length;
    robot->where = target;
}

static void clean(struct robot *robot)
{
    struct cell target;
    int length = 0;

    while (nearest_dirt(robot, &target, &length)) {
        int home = flood(target, robot->dock);
        if (robot->charge < length + home) {
            int back = flood(robot->where, robot->dock);
            if (back < 0 || back > robot->charge) {
                robot->stuck = true;
                return;
            }
            drive_to(robot, robot->dock, back);
            robot->charge = FULL_CHARGE;
            continue;
        }
        drive_to(robot, target, length);
        floor_map[target.row][target.col] = ' ';
        robot->cleaned++;
    }
    length = flood(robot->where, robot->dock);
    if (length >= 0)
        drive_to(robot, robot->dock, length);
}

int main(void)
{
    struct robot robot = { 0 };

    load_plan(&robot);
    clean(&robot);
    printf("cleaned %d spots in %d moves, charge left %d\n", robot.cleaned, robot.moves, robot.charge);
    if (robot.stuck)
        printf("stuck at row %d, column %d\n", robot.where.row, robot.where.col);
    return robot.stuck ? EXIT_FAILURE : EXIT_SUCCESS;
}
