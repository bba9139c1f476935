"""Library loans. Complete report() and most_borrowed()."""
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
