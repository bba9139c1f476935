    private void carEnters(double clock) {
        if (!gateOpen) {
            return;
        }
        lane.addLast(clock);
        longestLane = Math.max(longestLane, lane.size());
        timeline.add(new Step(clock + randomGap(arrivalMean), What.CAR_ENTERS, -1));
        serveNext(clock);
    }

    private void serveNext(double clock) {
        int pump = idlePump();
        if (pump < 0 || lane.isEmpty()) {
            return;
        }
        double delay = clock - lane.removeFirst();
        delaySum += delay;
        delayMax = Math.max(delayMax, delay);
        occupied[pump] = true;
        timeline.add(new Step(clock + randomGap(fuelMean), What.CAR_LEAVES, pump));
    }

    private int idlePump() {
        for (int i = 0; i < occupied.length; i++) {
            if (!occupied[i]) {
                return i;
            }
        }
        return -1;
    }

    private double randomGap(double average) {
        return -average * Math.log(1.0 - dice.nextDouble());
    }
