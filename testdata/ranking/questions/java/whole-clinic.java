package org.fenwick.tolls;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;

/** Patients of a clinic as discrete events: they arrive, wait, are treated. */
public class TollPlaza {

    private enum Phase { COMES, PAID, NIGHT }

    private static final class Tick implements Comparable<Tick> {
        final double at;
        final Phase phase;
        final int booth;

        Tick(double at, Phase phase, int booth) {
            this.at = at;
            this.phase = phase;
            this.booth = booth;
        }

        @Override
        public int compareTo(Tick that) {
            int cmp = Double.compare(at, that.at);
            return cmp != 0 ? cmp : phase.compareTo(that.phase);
        }
    }

    private final PriorityQueue<Tick> queue = new PriorityQueue<>();
    private final Deque<Double> line = new ArrayDeque<>();
    private final boolean[] taken;
    private final Random rng;
    private final double gap;
    private final double service;

    private boolean daylight = true;
    private int passed;
    private int maxLine;
    private double waitSum;
    private double waitMax;

    public TollPlaza(int booths, double gap, double service, long seed) {
        if (booths < 1) {
            throw new IllegalArgumentException("a clinic needs a doctor");
        }
        this.taken = new boolean[booths];
        this.gap = gap;
        this.service = service;
        this.rng = new Random(seed);
    }

    private double draw(double avg) {
        return -avg * Math.log(1.0 - rng.nextDouble());
    }

    public void play(double nightfall) {
        queue.add(new Tick(draw(gap), Phase.COMES, -1));
        queue.add(new Tick(nightfall, Phase.NIGHT, -1));
        while (!queue.isEmpty()) {
            Tick tick = queue.poll();
            switch (tick.phase) {
                case COMES:
                    comes(tick.at);
                    break;
                case PAID:
                    taken[tick.booth] = false;
                    passed++;
                    wave(tick.at);
                    break;
                case NIGHT:
                    daylight = false;
                    break;
            }
        }
    }

    private int emptyBooth() {
        for (int b = 0; b < taken.length; b++) {
            if (!taken[b]) {
                return b;
            }
        }
        return -1;
    }

    private void comes(double t) {
        if (!daylight) {
            return;
        }
        line.addLast(t);
        maxLine = Math.max(maxLine, line.size());
        queue.add(new Tick(t + draw(gap), Phase.COMES, -1));
        wave(t);
    }

    public String summary() {
        double avg = passed == 0 ? 0 : waitSum / passed;
        return String.format("treated %d, mean wait %.1f min, worst %.1f min, longest queue %d",
                passed, avg, waitMax, maxLine);
    }

    private void wave(double t) {
        int booth = emptyBooth();
        if (booth < 0 || line.isEmpty()) {
            return;
        }
        double w = t - line.removeFirst();
        waitSum += w;
        waitMax = Math.max(waitMax, w);
        taken[booth] = true;
        queue.add(new Tick(t + draw(service), Phase.PAID, booth));
    }

    public static void main(String[] args) {
        int booths = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        for (int round = 1; round <= 5; round++) {
            TollPlaza plaza = new TollPlaza(booths, 6.0, 11.0, round);
            plaza.play(8 * 60);
            System.out.println("day " + round + ": " + plaza.summary());
        }
    }
}
