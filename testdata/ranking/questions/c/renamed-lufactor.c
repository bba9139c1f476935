static void exchange(decomp *lu, int first, int second)
{
    int j, keep;

    for (j = 0; j < lu->size; j++) {
        double held = ELEM(lu, first, j);
        ELEM(lu, first, j) = ELEM(lu, second, j);
        ELEM(lu, second, j) = held;
    }
    keep = lu->order[first];
    lu->order[first] = lu->order[second];
    lu->order[second] = keep;
    lu->parity = -lu->parity;
}

/* Returns 0, or -1 if the matrix is singular. */
int decompose(decomp *lu)
{
    int k, i, j;

    for (k = 0; k < lu->size; k++) {
        int best = k;
        for (i = k + 1; i < lu->size; i++)
            if (fabs(ELEM(lu, i, k)) > fabs(ELEM(lu, best, k)))
                best = i;
        if (fabs(ELEM(lu, best, k)) < EPSILON)
            return -1;
        if (best != k)
            exchange(lu, best, k);
        for (i = k + 1; i < lu->size; i++) {
            double ratio = ELEM(lu, i, k) / ELEM(lu, k, k);
            ELEM(lu, i, k) = ratio;
            for (j = k + 1; j < lu->size; j++)
                ELEM(lu, i, j) -= ratio * ELEM(lu, k, j);
        }
    }
    return 0;
}
