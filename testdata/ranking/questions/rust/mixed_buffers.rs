//! Small containers that several of the simulations share.

use crate::grid::Matrix;

impl Matrix {
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
}

pub struct State<T> {
    pub slots: Vec<Option<T>>,
    pub head: usize,
    pub len: usize,
}

impl<T> State<T> {
    fn push(&mut self, item: T) {
        let tail = (self.head + self.len) % self.slots.len();
        self.slots[tail] = Some(item);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let item = self.slots[self.head].take();
        self.head = (self.head + 1) % self.slots.len();
        self.len -= 1;
        item
    }
}
