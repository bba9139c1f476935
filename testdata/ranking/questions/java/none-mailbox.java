package net.heronsgate.actors;

import java.util.LinkedList;

/** A bounded buffer between threads with the monitor every object has. */
public class Mailbox<M> {

    private final LinkedList<M> letters = new LinkedList<>();
    private final int room;
    private boolean shut;

    public Mailbox(int room) {
        this.room = room;
    }

    public synchronized boolean drop(M letter) throws InterruptedException {
        while (letters.size() >= room && !shut) {
            wait();
        }
        if (shut) {
            return false;
        }
        letters.add(letter);
        notifyAll();
        return true;
    }

    public synchronized M collect(long millis) throws InterruptedException {
        long until = System.currentTimeMillis() + millis;
        while (letters.isEmpty() && !shut) {
            long left = until - System.currentTimeMillis();
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
        notifyAll();
        return letters.pollFirst();
    }

    public synchronized void shut() {
        shut = true;
        notifyAll();
    }

    public static void main(String[] args) throws Exception {
        Mailbox<String> box = new Mailbox<>(3);
        Thread postman = new Thread(() -> {
            try {
                for (int i = 1; i <= 10; i++) {
                    box.drop("letter " + i);
                }
                box.shut();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        postman.start();
        for (String letter = box.collect(500); letter != null; letter = box.collect(500)) {
            System.out.println(letter);
        }
        postman.join();
    }
}
