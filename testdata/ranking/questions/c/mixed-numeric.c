#include <stdio.h>
#include <string.h>
#include "numeric.h"

static double term(void)
{
    double left = primary();

    for (;;) {
        if (accept('*')) {
            left *= primary();
        } else if (accept('/')) {
            double right = primary();
            if (right == 0)
                fail("division by zero");
            left /= right;
        } else {
            return left;
        }
    }
}

static const double unit[3] = { 1, 0, 0 };

void backsolve(const factors *f, const double *rhs, double *out)
{
    int r, c;

    for (r = 0; r < f->dim; r++) {
        double acc = rhs[f->pivots[r]];
        for (c = 0; c < r; c++)
            acc -= CELL(f, r, c) * out[c];
        out[r] = acc;
    }
    for (r = f->dim - 1; r >= 0; r--) {
        double acc = out[r];
        for (c = r + 1; c < f->dim; c++)
            acc -= CELL(f, r, c) * out[c];
        out[r] = acc / CELL(f, r, r);
    }
}
