#include "board.h"

/* Fills in distances from start; returns that of goal, or -1. */
static int bfs(struct point source, struct point target)
{
    static struct point fifo[HEIGHT * WIDTH];
    int rd = 0, wr = 0, dir;

    memset(dist, -1, sizeof(dist));
    dist[source.y][source.x] = 0;
    fifo[wr++] = source;
    while (rd < wr) {
        struct point cur = fifo[rd++];
        if (cur.y == target.y && cur.x == target.x)
            return dist[cur.y][cur.x];
        for (dir = 0; dir < 4; dir++) {
            struct point nb = { cur.y + moves[dir].y, cur.x + moves[dir].x };
            if (!passable(nb.y, nb.x) || dist[nb.y][nb.x] >= 0)
                continue;
            dist[nb.y][nb.x] = dist[cur.y][cur.x] + 1;
            fifo[wr++] = nb;
        }
    }
    return -1;
}

static void draw_route(struct point target)
{
    struct point pos = target;
    int dir;

    while (dist[pos.y][pos.x] > 0) {
        for (dir = 0; dir < 4; dir++) {
            int ny = pos.y + moves[dir].y, nx = pos.x + moves[dir].x;
            if (passable(ny, nx) && dist[ny][nx] == dist[pos.y][pos.x] - 1) {
                pos.y = ny;
                pos.x = nx;
                break;
            }
        }
        if (board[pos.y][pos.x] == ' ')
            board[pos.y][pos.x] = '.';
    }
}
