/*
 * Copyright (c) 2019 The Marrow Bridge Authors.
 *
 * You may use, change and pass on this file as you like, so long as this
 * notice stays in it. It comes without any promise of fitness; whoever runs
 * it bears the risk.
 */
package org.marrowbridge.library;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Loans of a lending library: due dates, renewals, fines and waiting lists. */
public class LibraryLoans {

    private static final int LOAN_DAYS = 28;
    private static final int MAX_RENEWALS = 2;
    private static final int MAX_LOANS = 6;
    private static final int FINE_CENTS_A_DAY = 20;

    public static class Loan {
        private final String isbn;
        private final String member;
        private LocalDate due;
        private int renewals;

        Loan(String isbn, String member, LocalDate due) {
            this.isbn = isbn;
            this.member = member;
            this.due = due;
        }

        public String getIsbn() {
            return isbn;
        }

        public String getMember() {
            return member;
        }

        public LocalDate getDue() {
            return due;
        }
    }

    private final Map<String, Integer> shelf = new HashMap<>();
    private final List<Loan> loans = new ArrayList<>();
    private final Map<String, Queue<String>> waiting = new HashMap<>();
    private final Map<String, Integer> fines = new HashMap<>();

    public void acquire(String isbn, int copies) {
        shelf.merge(isbn, copies, Integer::sum);
    }

    public Loan lend(String isbn, String member, LocalDate today) {
        if (fines.getOrDefault(member, 0) > 0) {
            throw new IllegalStateException(member + " has to pay a fine first");
        }
        if (loansOf(member).size() >= MAX_LOANS) {
            throw new IllegalStateException(member + " has too many books");
        }
        Queue<String> queue = waiting.get(isbn);
        boolean served = queue == null || queue.isEmpty() || queue.peek().equals(member);
        int copies = shelf.getOrDefault(isbn, 0);
        if (copies == 0 || !served) {
            waiting.computeIfAbsent(isbn, key -> new LinkedList<>()).add(member);
            return null;
        }
        if (queue != null && !queue.isEmpty()) {
            queue.remove();
        }
        shelf.put(isbn, copies - 1);
        Loan loan = new Loan(isbn, member, today.plusDays(LOAN_DAYS));
        loans.add(loan);
        return loan;
    }

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

    public int pay(String member, int cents) {
        int rest = Math.max(0, fines.getOrDefault(member, 0) - cents);
        fines.put(member, rest);
        return rest;
    }

    public List<Loan> overdue(LocalDate today) {
        List<Loan> late = new ArrayList<>();
        for (Loan loan : loans) {
            if (today.isAfter(loan.due)) {
                late.add(loan);
            }
        }
        late.sort((a, b) -> a.due.compareTo(b.due));
        return late;
    }

    private List<Loan> loansOf(String member) {
        List<Loan> mine = new ArrayList<>();
        for (Loan loan : loans) {
            if (loan.member.equals(member)) {
                mine.add(loan);
            }
        }
        return mine;
    }
}
