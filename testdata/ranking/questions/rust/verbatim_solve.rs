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
