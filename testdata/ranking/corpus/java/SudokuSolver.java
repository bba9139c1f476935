package org.marrowbridge.puzzle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Solves sudokus by bit masks of candidates and backtracking. */
public class SudokuSolver {

    private static final int SIZE = 9;
    private static final int ALL = (1 << SIZE) - 1;

    private final int[][] grid = new int[SIZE][SIZE];
    private final int[] rowUsed = new int[SIZE];
    private final int[] columnUsed = new int[SIZE];
    private final int[] boxUsed = new int[SIZE];
    private long guesses;

    public SudokuSolver(String puzzle) {
        if (puzzle.length() != SIZE * SIZE) {
            throw new IllegalArgumentException("need 81 characters, got " + puzzle.length());
        }
        for (int i = 0; i < puzzle.length(); i++) {
            char c = puzzle.charAt(i);
            if (c >= '1' && c <= '9' && !place(i / SIZE, i % SIZE, c - '0')) {
                throw new IllegalArgumentException("contradiction at position " + i);
            }
        }
    }

    private static int box(int row, int column) {
        return row / 3 * 3 + column / 3;
    }

    private boolean place(int row, int column, int digit) {
        int bit = 1 << (digit - 1);
        if ((candidates(row, column) & bit) == 0) {
            return false;
        }
        grid[row][column] = digit;
        rowUsed[row] |= bit;
        columnUsed[column] |= bit;
        boxUsed[box(row, column)] |= bit;
        return true;
    }

    private void clear(int row, int column) {
        int keep = ~(1 << (grid[row][column] - 1));
        grid[row][column] = 0;
        rowUsed[row] &= keep;
        columnUsed[column] &= keep;
        boxUsed[box(row, column)] &= keep;
    }

    private int candidates(int row, int column) {
        return ALL & ~(rowUsed[row] | columnUsed[column] | boxUsed[box(row, column)]);
    }

    /** Fills the cell with the fewest candidates first. */
    public boolean solve() {
        int bestRow = -1;
        int bestColumn = -1;
        int fewest = SIZE + 1;
        for (int row = 0; row < SIZE; row++) {
            for (int column = 0; column < SIZE; column++) {
                if (grid[row][column] != 0) {
                    continue;
                }
                int choices = Integer.bitCount(candidates(row, column));
                if (choices < fewest) {
                    fewest = choices;
                    bestRow = row;
                    bestColumn = column;
                }
            }
        }
        if (bestRow < 0) {
            return true;
        }
        for (int left = candidates(bestRow, bestColumn); left != 0; left &= left - 1) {
            int digit = Integer.numberOfTrailingZeros(left) + 1;
            guesses++;
            place(bestRow, bestColumn, digit);
            if (solve()) {
                return true;
            }
            clear(bestRow, bestColumn);
        }
        return false;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (int row = 0; row < SIZE; row++) {
            if (row == 3 || row == 6) {
                out.append("------+-------+------\n");
            }
            for (int column = 0; column < SIZE; column++) {
                if (column == 3 || column == 6) {
                    out.append("| ");
                }
                out.append(grid[row][column] == 0 ? "." : String.valueOf(grid[row][column])).append(' ');
            }
            out.setCharAt(out.length() - 1, '\n');
        }
        return out.toString();
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = in.readLine()) != null) {
            SudokuSolver solver = new SudokuSolver(line.trim());
            System.out.println(solver.solve() ? solver : "no solution");
            System.out.println("guesses: " + solver.guesses);
        }
    }
}
