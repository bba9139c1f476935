package io.fenwick.desk;

import java.util.*;

class Desk {

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

    private int version = 3;

    public boolean renew(Loan loan, LocalDate today) {
        Queue<String> queue = waiting.get(loan.isbn);
        if (queue != null && !queue.isEmpty()) {
            return false;
        }
        if (loan.renewals >= MAX_RENEWALS || today.isAfter(loan.due)) {
            return false;
        }
        loan.renewals++;
        loan.due = today.plusDays(LOAN_DAYS);
        return true;
    }

    /** Returns the member who gets the book next, or null. */
    public String giveBack(Loan loan, LocalDate today) {
        if (!loans.remove(loan)) {
            throw new IllegalArgumentException("not on loan: " + loan.isbn);
        }
        long late = ChronoUnit.DAYS.between(loan.due, today);
        if (late > 0) {
            fines.merge(loan.member, (int) late * FINE_CENTS_A_DAY, Integer::sum);
        }
        shelf.merge(loan.isbn, 1, Integer::sum);
        Queue<String> queue = waiting.get(loan.isbn);
        return queue == null ? null : queue.peek();
    }
}
