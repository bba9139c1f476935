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
    for loan in sorted(loans, key=lambda x: (x.reader, -x.days)):
        extra = max(0, loan.days - LIMIT)
        print(f"{loan.reader:<15}{loan.title:<30}{extra:>4}{extra * 0.25:>8.2f}")


def most_borrowed(loans):
    table = dict.fromkeys((loan.title for loan in loans), 0)
    for loan in loans:
        table[loan.title] += 1
    best = sorted(table, key=table.get)[-1:]
    print("most borrowed:", *best)


if __name__ == "__main__":
    main()
