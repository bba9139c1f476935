/* Multiplies square matrices, row by row. */
#include <string.h>

void multiply(int n, const double *a, const double *b, double *product)
{
	memset(product, 0, sizeof *product * n * n);
	for (int row = 0; row < n; row++) {
		for (int k = 0; k < n; k++) {
			double factor = a[row * n + k];

			for (int column = 0; column < n; column++)
				product[row * n + column] += factor * b[k * n + column];
		}
	}
}

double trace(int n, const double *a)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += a[i * n + i];
	return sum;
}
