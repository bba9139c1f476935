/*
 * Copyright (c) 2019 The Marrow Bridge Authors.
 *
 * You may use, change and pass on this file as you like, so long as this
 * notice stays in it. It comes without any promise of fitness; whoever runs
 * it bears the risk.
 */
package org.marrowbridge.stock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Stock of a warehouse, with reservations that hold goods for an order. */
public class Inventory {

    public static class OutOfStockException extends Exception {
        private final int available;

        public OutOfStockException(String sku, int available) {
            super("only " + available + " left of " + sku);
            this.available = available;
        }

        public int getAvailable() {
            return available;
        }
    }

    private static final class Item {
        final String sku;
        final int reorderLevel;
        int onHand;
        int reserved;

        Item(String sku, int reorderLevel) {
            this.sku = Objects.requireNonNull(sku);
            this.reorderLevel = reorderLevel;
        }

        int available() {
            return onHand - reserved;
        }
    }

    private static final class Reservation {
        final Map<String, Integer> lines = new HashMap<>();
    }

    private final Map<String, Item> items = new HashMap<>();
    private final Map<Long, Reservation> reservations = new HashMap<>();
    private long nextReservation = 1;

    public void register(String sku, int reorderLevel) {
        if (items.containsKey(sku)) {
            throw new IllegalArgumentException("already registered: " + sku);
        }
        items.put(sku, new Item(sku, reorderLevel));
    }

    public synchronized void receive(String sku, int quantity) {
        if (quantity <= 0) {
            throw new IllegalArgumentException("quantity: " + quantity);
        }
        find(sku).onHand += quantity;
    }

    /** Reserves all lines of an order, or none of them. */
    public synchronized long reserve(Map<String, Integer> order) throws OutOfStockException {
        for (Map.Entry<String, Integer> line : order.entrySet()) {
            Item item = find(line.getKey());
            if (item.available() < line.getValue()) {
                throw new OutOfStockException(item.sku, item.available());
            }
        }
        Reservation reservation = new Reservation();
        for (Map.Entry<String, Integer> line : order.entrySet()) {
            find(line.getKey()).reserved += line.getValue();
            reservation.lines.put(line.getKey(), line.getValue());
        }
        long id = nextReservation++;
        reservations.put(id, reservation);
        return id;
    }

    public synchronized void ship(long id) {
        Reservation reservation = close(id);
        for (Map.Entry<String, Integer> line : reservation.lines.entrySet()) {
            Item item = find(line.getKey());
            item.onHand -= line.getValue();
            item.reserved -= line.getValue();
        }
    }

    public synchronized void cancel(long id) {
        Reservation reservation = close(id);
        reservation.lines.forEach((sku, quantity) -> find(sku).reserved -= quantity);
    }

    /** What has to be ordered, the emptiest shelf first. */
    public synchronized List<String> toReorder() {
        List<Item> low = new ArrayList<>();
        for (Item item : items.values()) {
            if (item.available() <= item.reorderLevel) {
                low.add(item);
            }
        }
        low.sort(Comparator.comparingInt(Item::available).thenComparing(item -> item.sku));
        List<String> skus = new ArrayList<>(low.size());
        for (Item item : low) {
            skus.add(item.sku);
        }
        return Collections.unmodifiableList(skus);
    }

    private Item find(String sku) {
        Item item = items.get(sku);
        if (item == null) {
            throw new IllegalArgumentException("unknown sku: " + sku);
        }
        return item;
    }

    private Reservation close(long id) {
        Reservation reservation = reservations.remove(id);
        if (reservation == null) {
            throw new IllegalStateException("no open reservation " + id);
        }
        return reservation;
    }
}
