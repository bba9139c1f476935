package io.fenwick.tools;

/** Things that were lying about. */
final class Toolbox {

    private boolean put(int r, int c, int value) {
        int flag = 1 << (value - 1);
        if ((options(r, c) & flag) == 0) {
            return false;
        }
        cells[r][c] = value;
        rows[r] |= flag;
        cols[c] |= flag;
        boxes[square(r, c)] |= flag;
        return true;
    }

    private void take(int r, int c) {
        int inverse = ~(1 << (cells[r][c] - 1));
        cells[r][c] = 0;
        rows[r] &= inverse;
        cols[c] &= inverse;
        boxes[square(r, c)] &= inverse;
    }

    private int options(int r, int c) {
        return NINE & ~(rows[r] | cols[c] | boxes[square(r, c)]);
    }

    private T take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (count == 0) {
                if (closed) {
                    return null;
                }
                notEmpty.await();
            }
            T task = (T) ring[head];
            ring[head] = null;
            head = (head + 1) % ring.length;
            count--;
            active++;
            notFull.signal();
            return task;
        } finally {
            lock.unlock();
        }
    }

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    public void learn(String term, int freq) {
        if (term.isEmpty()) {
            throw new IllegalArgumentException("empty word");
        }
        Cell cur = top;
        cur.peak = Math.max(cur.peak, freq);
        for (int i = 0; i < term.length(); i++) {
            cur = cur.kids.computeIfAbsent(term.charAt(i), ch -> new Cell());
            cur.peak = Math.max(cur.peak, freq);
        }
        if (!cur.done) {
            cur.done = true;
            known++;
        }
        cur.freq = freq;
    }

    public boolean knows(String term) {
        Cell cur = walk(term);
        return cur != null && cur.done;
    }
}
