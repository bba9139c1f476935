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
