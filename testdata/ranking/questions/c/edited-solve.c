double lu_determinant(const lu_t *m)
{
    long double product = m->sign;
    int i;

    for (i = 0; i < m->n; i++)
        product *= AT(m, m->n - 1 - i, m->n - 1 - i);
    return product;
}

void lu_solve(const lu_t *m, const double *b, double *x)
{
    int row, col, done = 0;

    for (row = 0; row < m->n; row++) {
        double s = b[m->perm[row]];
        for (col = 0; col < row; col++)
            s -= AT(m, row, col) * x[col];
        x[row] = s;
    }
    for (row = m->n - 1; row >= 0; row--) {
        progress(m->n - row);
        double s = x[row];
        for (col = row + 1; col < m->n; col++)
            s -= AT(m, row, col) * x[col];
        x[m->perm[row]] = s / AT(m, row, row);
    }
}

int main(void)
{
    static const double a[] = { 2, 1, -1, -3, -1, 2, -2, 1, 2 };
    static const double b[] = { 8, -11, -3 };
    double x[3];
    lu_t *m = lu_new(3, a);
    clock_t begin = clock();

    if (m == NULL || lu_factor(m) != 0) {
        return 1;
    }
    lu_solve(m, b, x);
    printf("%ld ticks\n", (long)(clock() - begin));
    printf("(%.3f, %.3f, %.3f), determinant %.3f\n", x[0], x[1], x[2], lu_determinant(m));
    lu_free(m);
