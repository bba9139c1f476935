/*
 * Solves systems of linear equations by LU decomposition with partial
 * pivoting. Matrices are stored by rows.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TINY 1e-12

typedef struct {
    int n;
    double *a;
    int *perm;
    int sign;
} lu_t;

#define AT(m, row, col) ((m)->a[(size_t)(row) * (m)->n + (col)])

lu_t *lu_new(int n, const double *values)
{
    lu_t *m = malloc(sizeof(*m));
    int i;

    if (m == NULL)
        return NULL;
    m->n = n;
    m->sign = 1;
    m->a = malloc(sizeof(double) * n * n);
    m->perm = malloc(sizeof(int) * n);
    if (m->a == NULL || m->perm == NULL) {
        free(m->a);
        free(m->perm);
        free(m);
        return NULL;
    }
    memcpy(m->a, values, sizeof(double) * n * n);
    for (i = 0; i < n; i++)
        m->perm[i] = i;
    return m;
}

void lu_free(lu_t *m)
{
    if (m == NULL)
        return;
    free(m->perm);
    free(m->a);
    free(m);
}

static void swap_rows(lu_t *m, int p, int q)
{
    int col, t;

    for (col = 0; col < m->n; col++) {
        double tmp = AT(m, p, col);
        AT(m, p, col) = AT(m, q, col);
        AT(m, q, col) = tmp;
    }
    t = m->perm[p];
    m->perm[p] = m->perm[q];
    m->perm[q] = t;
    m->sign = -m->sign;
}

/* Returns 0, or -1 if the matrix is singular. */
int lu_factor(lu_t *m)
{
    int step, row, col;

    for (step = 0; step < m->n; step++) {
        int pivot = step;
        for (row = step + 1; row < m->n; row++)
            if (fabs(AT(m, row, step)) > fabs(AT(m, pivot, step)))
                pivot = row;
        if (fabs(AT(m, pivot, step)) < TINY)
            return -1;
        if (pivot != step)
            swap_rows(m, pivot, step);
        for (row = step + 1; row < m->n; row++) {
            double f = AT(m, row, step) / AT(m, step, step);
            AT(m, row, step) = f;
            for (col = step + 1; col < m->n; col++)
                AT(m, row, col) -= f * AT(m, step, col);
        }
    }
    return 0;
}

double lu_determinant(const lu_t *m)
{
    double product = m->sign;
    int i;

    for (i = 0; i < m->n; i++)
        product *= AT(m, i, i);
    return product;
}

/* Forward substitution with L, then back substitution with U. */
void lu_solve(const lu_t *m, const double *b, double *x)
{
    int row, col;

    for (row = 0; row < m->n; row++) {
        double s = b[m->perm[row]];
        for (col = 0; col < row; col++)
            s -= AT(m, row, col) * x[col];
        x[row] = s;
    }
    for (row = m->n - 1; row >= 0; row--) {
        double s = x[row];
        for (col = row + 1; col < m->n; col++)
            s -= AT(m, row, col) * x[col];
        x[row] = s / AT(m, row, row);
    }
}

int main(void)
{
    static const double a[] = { 2, 1, -1, -3, -1, 2, -2, 1, 2 };
    static const double b[] = { 8, -11, -3 };
    double x[3];
    lu_t *m = lu_new(3, a);

    if (m == NULL || lu_factor(m) != 0) {
        fprintf(stderr, "cannot factor the matrix\n");
        return 1;
    }
    lu_solve(m, b, x);
    printf("x = %g y = %g z = %g det = %g\n", x[0], x[1], x[2], lu_determinant(m));
    lu_free(m);
    return 0;
}
