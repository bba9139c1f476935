package org.marrowbridge.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Random;

/** Patients of a clinic as discrete events: they arrive, wait, are treated. */
public class ClinicSimulation {

    private enum Kind { ARRIVAL, TREATMENT_END, CLOSING }

    private static final class Event implements Comparable<Event> {
        final double time;
        final Kind kind;
        final int doctor;

        Event(double time, Kind kind, int doctor) {
            this.time = time;
            this.kind = kind;
            this.doctor = doctor;
        }

        @Override
        public int compareTo(Event other) {
            int order = Double.compare(time, other.time);
            return order != 0 ? order : kind.compareTo(other.kind);
        }
    }

    private final PriorityQueue<Event> agenda = new PriorityQueue<>();
    private final Deque<Double> waitingRoom = new ArrayDeque<>();
    private final boolean[] busy;
    private final Random random;
    private final double meanGap;
    private final double meanTreatment;

    private boolean open = true;
    private int treated;
    private int longestQueue;
    private double totalWait;
    private double worstWait;

    public ClinicSimulation(int doctors, double meanGap, double meanTreatment, long seed) {
        if (doctors < 1) {
            throw new IllegalArgumentException("a clinic needs a doctor");
        }
        this.busy = new boolean[doctors];
        this.meanGap = meanGap;
        this.meanTreatment = meanTreatment;
        this.random = new Random(seed);
    }

    public void run(double closingTime) {
        agenda.add(new Event(exponential(meanGap), Kind.ARRIVAL, -1));
        agenda.add(new Event(closingTime, Kind.CLOSING, -1));
        while (!agenda.isEmpty()) {
            Event event = agenda.poll();
            switch (event.kind) {
                case ARRIVAL:
                    arrive(event.time);
                    break;
                case TREATMENT_END:
                    busy[event.doctor] = false;
                    treated++;
                    callNext(event.time);
                    break;
                case CLOSING:
                    open = false;
                    break;
            }
        }
    }

    private void arrive(double now) {
        if (!open) {
            return;
        }
        waitingRoom.addLast(now);
        longestQueue = Math.max(longestQueue, waitingRoom.size());
        agenda.add(new Event(now + exponential(meanGap), Kind.ARRIVAL, -1));
        callNext(now);
    }

    private void callNext(double now) {
        int doctor = freeDoctor();
        if (doctor < 0 || waitingRoom.isEmpty()) {
            return;
        }
        double wait = now - waitingRoom.removeFirst();
        totalWait += wait;
        worstWait = Math.max(worstWait, wait);
        busy[doctor] = true;
        agenda.add(new Event(now + exponential(meanTreatment), Kind.TREATMENT_END, doctor));
    }

    private int freeDoctor() {
        for (int i = 0; i < busy.length; i++) {
            if (!busy[i]) {
                return i;
            }
        }
        return -1;
    }

    private double exponential(double mean) {
        return -mean * Math.log(1.0 - random.nextDouble());
    }

    public String report() {
        double mean = treated == 0 ? 0 : totalWait / treated;
        return String.format("treated %d, mean wait %.1f min, worst %.1f min, longest queue %d",
                treated, mean, worstWait, longestQueue);
    }

    public static void main(String[] args) {
        int doctors = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        for (int day = 1; day <= 5; day++) {
            ClinicSimulation clinic = new ClinicSimulation(doctors, 6.0, 11.0, day);
            clinic.run(8 * 60);
            System.out.println("day " + day + ": " + clinic.report());
        }
    }
}
