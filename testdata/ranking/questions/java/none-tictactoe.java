package net.heronsgate.games;

import java.util.Scanner;

public class TicTacToe {

    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };

    private final char[] board = "         ".toCharArray();

    private boolean won(char who) {
        for (int[] line : LINES) {
            if (board[line[0]] == who && board[line[1]] == who && board[line[2]] == who) {
                return true;
            }
        }
        return false;
    }

    private boolean full() { return new String(board).indexOf(' ') < 0; }

    private int minimax(char mover, int depth) {
        if (won('O')) {
            return 10 - depth;
        }
        if (won('X')) {
            return depth - 10;
        }
        if (full()) {
            return 0;
        }
        int best = mover == 'O' ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (int i = 0; i < 9; i++) {
            if (board[i] != ' ') {
                continue;
            }
            board[i] = mover;
            int outcome = minimax(mover == 'O' ? 'X' : 'O', depth + 1);
            board[i] = ' ';
            best = mover == 'O' ? Math.max(best, outcome) : Math.min(best, outcome);
        }
        return best;
    }

    private void reply() {
        int move = -1;
        int best = Integer.MIN_VALUE;
        for (int i = 0; i < 9; i++) {
            if (board[i] == ' ') {
                board[i] = 'O';
                int outcome = minimax('X', 0);
                board[i] = ' ';
                if (outcome > best) {
                    best = outcome;
                    move = i;
                }
            }
        }
        board[move] = 'O';
    }

    public static void main(String[] args) {
        TicTacToe game = new TicTacToe();
        Scanner input = new Scanner(System.in);
        while (!game.full() && !game.won('O') && input.hasNextInt()) {
            int square = input.nextInt() - 1;
            if (square < 0 || square > 8 || game.board[square] != ' ') {
                continue;
            }
            game.board[square] = 'X';
            if (!game.full()) {
                game.reply();
            }
            System.out.println(new String(game.board).replaceAll("(...)", "$1\n"));
        }
    }
}
