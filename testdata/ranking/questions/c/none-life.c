#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define W 64
#define H 24

static unsigned char world[2][H][W];

static int alive_around(unsigned char (*now)[W], int y, int x)
{
    int n = 0, dy, dx;

    for (dy = -1; dy <= 1; dy++)
        for (dx = -1; dx <= 1; dx++)
            if (dy || dx)
                n += now[(y + dy + H) % H][(x + dx + W) % W];
    return n;
}

static void generation(unsigned char (*now)[W], unsigned char (*then)[W])
{
    int y, x;

    for (y = 0; y < H; y++) {
        for (x = 0; x < W; x++) {
            int n = alive_around(now, y, x);
            then[y][x] = n == 3 || (n == 2 && now[y][x]);
        }
    }
}

int main(int argc, char **argv)
{
    int turns = argc > 1 ? atoi(argv[1]) : 200;
    int t, y, x;

    if (turns <= 0) {
        fprintf(stderr, "usage: %s [TURNS]\n", argv[0]);
        return 1;
    }
    srand(7);
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++)
            world[0][y][x] = rand() % 4 == 0;
    for (t = 0; t < turns; t++) {
        fputs("\033[H", stdout);
        for (y = 0; y < H; y++) {
            for (x = 0; x < W; x++)
                putchar(world[t & 1][y][x] ? 'o' : ' ');
            putchar('\n');
        }
        fflush(stdout);
        generation(world[t & 1], world[~t & 1]);
        usleep(50000);
    }
    return 0;
}
