package org.marrowbridge.work;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A bounded queue with its own worker threads, built on one lock. */
public class WorkQueue<T> implements AutoCloseable {

    private final Object[] ring;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Condition notFull = lock.newCondition();
    private final Condition quiet = lock.newCondition();
    private final Thread[] workers;
    private final Consumer<? super T> handler;

    private int head;
    private int count;
    private int active;
    private boolean closed;
    private Throwable failure;

    public WorkQueue(int capacity, int threads, Consumer<? super T> handler) {
        this.ring = new Object[capacity];
        this.handler = handler;
        this.workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = new Thread(this::work, "worker-" + i);
            workers[i].setDaemon(true);
            workers[i].start();
        }
    }

    public void put(T task) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (count == ring.length && !closed) {
                notFull.await();
            }
            if (closed) {
                throw new IllegalStateException("queue is closed");
            }
            insert(task);
        } finally {
            lock.unlock();
        }
    }

    public boolean offer(T task, long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (count == ring.length && !closed) {
                if (nanos <= 0) {
                    return false;
                }
                nanos = notFull.awaitNanos(nanos);
            }
            if (closed) {
                return false;
            }
            insert(task);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void insert(T task) {
        ring[(head + count) % ring.length] = task;
        count++;
        notEmpty.signal();
    }

    @SuppressWarnings("unchecked")
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

    private void work() {
        try {
            for (T task = take(); task != null; task = take()) {
                Throwable problem = null;
                try {
                    handler.accept(task);
                } catch (RuntimeException e) {
                    problem = e;
                }
                finished(problem);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void finished(Throwable problem) {
        lock.lock();
        try {
            active--;
            if (failure == null) {
                failure = problem;
            }
            if (active == 0 && count == 0) {
                quiet.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws InterruptedException {
        lock.lock();
        try {
            closed = true;
            notEmpty.signalAll();
            notFull.signalAll();
            while (active > 0 || count > 0) {
                quiet.await();
            }
        } finally {
            lock.unlock();
        }
        for (Thread worker : workers) {
            worker.join();
        }
    }
}
