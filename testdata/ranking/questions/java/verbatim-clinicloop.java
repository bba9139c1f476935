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
