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


def report(loans):
    by_reader = {}
    for loan in loans:
        if loan.is_overdue():
            by_reader.setdefault(loan.reader, []).append(loan)
    for reader in sorted(by_reader):
        fine = sum(0.20 * (loan.days - LIMIT) for loan in by_reader[reader])
        print(f"{reader}: {fine:.2f}")
        for loan in by_reader[reader]:
            print("   ", loan.title, loan.days - LIMIT, "days late")


def most_borrowed(loans):
    counts = {}
    for loan in loans:
        counts[loan.title] = counts.get(loan.title, 0) + 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    for title, n in ranked[:3]:
        print(n, title)


if __name__ == "__main__":
    main()
