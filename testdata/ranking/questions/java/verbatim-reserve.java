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
