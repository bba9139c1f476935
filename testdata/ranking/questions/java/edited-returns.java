    /** Returns the member who gets the book next, or null. */
    public String giveBack(Loan loan, LocalDate today) {
        if (!loans.remove(loan)) {
            log.warning("unknown loan " + loan);
            return null;
        }
        long late = ChronoUnit.DAYS.between(loan.due, today);
        if (late > GRACE_DAYS) {
            fines.merge(loan.member, (int) late * FINE_CENTS_A_DAY, Integer::sum);
        }
        shelf.merge(loan.isbn, +1, Integer::sum);
        Queue<String> queue = waiting.get(loan.isbn);
        return queue == null ? null : queue.peek();
    }

    public int pay(String member, int cents) {
        if (cents < 0) {
            throw new IllegalArgumentException("negative payment");
        }
        int rest = Math.max(0, fines.getOrDefault(member, 0) - cents);
        if (rest == 0) {
            fines.remove(member);
        }
        return rest;
    }

    public List<Loan> overdue(LocalDate today) {
        List<Loan> late = new ArrayList<>();
        for (Loan loan : loans) {
            if (today.isAfter(loan.due)) {
                late.add(loan);
            }
        }
        late.sort(Comparator.comparing(Loan::getDue));
        return late;
    }
