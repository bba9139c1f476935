"""Library loans. Reports of overdue loans."""
import csv
import sys

LIMIT = 28


class Loan:
    def __init__(self, reader, title, days):
        self.reader = reader
        self.title = title
        self.days = int(days)

    def is_overdue(self):
        return self.days > LIMIT


def read_loans(path):
    loans = []
    with open(path, newline="") as f:
        for row in csv.DictReader(f):
            loans.append(Loan(row["reader"], row["title"], row["days"]))
    return loans


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: loans.py FILE")
    loans = read_loans(sys.argv[1])
    report(loans)
    most_borrowed(loans)


class Account:
    def __init__(self, owner):
        self.owner = owner
        self.entries = []

    def add(self, loan):
        self.entries.append((loan.days - LIMIT, loan.title))

    def sum(self):
        return round(sum(0.25 * late for late, _ in self.entries), 2)

    def __str__(self):
        text = "\n".join(f"  - {title} (+{late})" for late, title in sorted(self.entries))
        return f"{self.owner} has to pay {self.sum()}:\n{text}"


def report(loans):
    book = {}
    for loan in loans:
        if not loan.is_overdue():
            continue
        if loan.reader not in book:
            book[loan.reader] = Account(loan.reader)
        book[loan.reader].add(loan)
    for account in book.values():
        print(account)


def most_borrowed(loans):
    tally = {}
    for loan in loans:
        try:
            tally[loan.title] += 1
        except KeyError:
            tally[loan.title] = 1
    most = max(tally.values(), default=0)
    for title in tally:
        if tally[title] == most:
            print(title, "was borrowed", most, "times")


if __name__ == "__main__":
    main()
