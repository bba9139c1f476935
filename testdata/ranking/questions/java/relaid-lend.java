  public Loan lend(String isbn,
      String member,
      LocalDate today) {
    if (fines.getOrDefault(member,
        0) > 0) {
      throw new IllegalStateException(member + " has to pay a fine first");
    }
    if (loansOf(member).size() >= MAX_LOANS) {
      throw new IllegalStateException(member + " has too many books");
    }

    Queue<String> queue = waiting.get(isbn);
    boolean served = queue == null || queue.isEmpty() || queue.peek().equals(member); // nobody waits, or this one waits longest
    int copies = shelf.getOrDefault(isbn,
        0);

    if (copies == 0 || !served) {
      waiting.computeIfAbsent(isbn, key -> new LinkedList<>()).add(member);
      return null; // put on the list
    }
    if (queue != null && !queue.isEmpty()) {
      queue.remove();
    }
    shelf.put(isbn, copies - 1);
    Loan loan = new Loan(isbn, member,
        today.plusDays(LOAN_DAYS));
    loans.add(loan); // 28 days
    return loan;
  }
