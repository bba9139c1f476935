// Part of the Quillwater tool set. You may use, change and pass on this file
// as long as this notice stays with it. It comes without any warranty; whoever
// runs it does so at their own risk.

//! Dense matrices: product, transpose, LU decomposition with partial pivoting.

use std::ops::{Index, IndexMut, Mul};

#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Matrix { rows, cols, cells: vec![0.0; rows * cols] }
    }

    pub fn identity(n: usize) -> Self {
        let mut m = Matrix::zeros(n, n);
        for i in 0..n {
            m[(i, i)] = 1.0;
        }
        m
    }

    pub fn from_rows(rows: &[Vec<f64>]) -> Option<Self> {
        let cols = rows.first()?.len();
        if rows.iter().any(|r| r.len() != cols) {
            return None;
        }
        let cells = rows.iter().flatten().copied().collect();
        Some(Matrix { rows: rows.len(), cols, cells })
    }

    pub fn transpose(&self) -> Matrix {
        let mut t = Matrix::zeros(self.cols, self.rows);
        for r in 0..self.rows {
            for c in 0..self.cols {
                t[(c, r)] = self[(r, c)];
            }
        }
        t
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        for c in 0..self.cols {
            self.cells.swap(a * self.cols + c, b * self.cols + c);
        }
    }

    /// Solves `self * x = b`; None if the matrix is not square or singular.
    pub fn solve(&self, b: &[f64]) -> Option<Vec<f64>> {
        let n = self.rows;
        if n != self.cols || b.len() != n {
            return None;
        }
        let mut lu = self.clone();
        let mut x = b.to_vec();
        for k in 0..n {
            let pivot = (k..n).max_by(|&i, &j| lu[(i, k)].abs().total_cmp(&lu[(j, k)].abs()))?;
            if lu[(pivot, k)].abs() < 1e-12 {
                return None;
            }
            lu.swap_rows(k, pivot);
            x.swap(k, pivot);
            for i in k + 1..n {
                let factor = lu[(i, k)] / lu[(k, k)];
                lu[(i, k)] = factor;
                for j in k + 1..n {
                    let delta = factor * lu[(k, j)];
                    lu[(i, j)] -= delta;
                }
                x[i] -= factor * x[k];
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..n {
                x[i] -= lu[(i, j)] * x[j];
            }
            x[i] /= lu[(i, i)];
        }
        Some(x)
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (r, c): (usize, usize)) -> &f64 {
        debug_assert!(r < self.rows && c < self.cols);
        &self.cells[r * self.cols + c]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f64 {
        debug_assert!(r < self.rows && c < self.cols);
        &mut self.cells[r * self.cols + c]
    }
}

impl Mul for &Matrix {
    type Output = Matrix;

    fn mul(self, other: &Matrix) -> Matrix {
        assert_eq!(self.cols, other.rows, "shapes do not fit");
        let mut product = Matrix::zeros(self.rows, other.cols);
        for i in 0..self.rows {
            for k in 0..self.cols {
                let left = self[(i, k)];
                for j in 0..other.cols {
                    product[(i, j)] += left * other[(k, j)];
                }
            }
        }
        product
    }
}
