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


from collections import Counter, defaultdict
from decimal import Decimal

RATE = Decimal("0.20")


def report(loans):
    owed = defaultdict(Decimal)
    for late in filter(Loan.is_overdue, loans):
        owed[late.reader] += RATE * (late.days - LIMIT)
    if not owed:
        print("nothing is overdue")
        return
    width = max(map(len, owed))
    for reader, amount in sorted(owed.items(), key=lambda pair: pair[1], reverse=True):
        print(reader.ljust(width), f"{amount:8.2f}", bar(amount))
    print("sum".ljust(width), f"{sum(owed.values()):8.2f}")


def bar(amount, unit=Decimal("0.50"), longest=40):
    """A row of marks, one for each unit. A row that is too long ends in an arrow."""
    marks = int(amount / unit)
    if marks > longest:
        return "#" * (longest - 1) + ">"
    rest = amount - marks * unit
    return "#" * marks + ("+" if rest * 2 >= unit else "")


def most_borrowed(loans):
    for title, n in Counter(loan.title for loan in loans).most_common(3):
        print(f"{n:3} {title}")


if __name__ == "__main__":
    main()
