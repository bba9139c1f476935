    public WorkQueue(int capacity, int threads, Consumer<? super T> handler) {
        if (capacity < 1 || threads < 1) {
            throw new IllegalArgumentException("capacity and threads must be positive");
        }
        this.ring = new Object[capacity];
        this.workers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            workers[i] = new Thread(this::work, name + "#" + i);
            workers[i].start();
        }
    }

    public void put(T task) throws InterruptedException {
        lock.lock();
        try {
            long started = System.nanoTime();
            while (count == ring.length && !closed) {
                notFull.await();
            }
            if (closed) {
                throw new RejectedExecutionException("closed");
            }
            insert(task);
            waited.addAndGet(System.nanoTime() - started);
        } finally {
            lock.unlock();
        }
    }
