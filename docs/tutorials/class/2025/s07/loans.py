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
    """What one reader owes."""

    def __init__(self, name):
        self.name = name
        self.items = []

    def charge(self, loan):
        self.items.append((loan.days - LIMIT, loan.title))

    def total(self):
        return round(sum(0.2 * days for days, _ in self.items), 2)

    def __str__(self):
        listed = "\n".join(f"  - {title} (+{days})" for days, title in sorted(self.items))
        return f"{self.name} owes {self.total()}:\n{listed}"


def report(loans):
    accounts = {}
    for loan in loans:
        if not loan.is_overdue():
            continue
        if loan.reader not in accounts:
            accounts[loan.reader] = Account(loan.reader)
        accounts[loan.reader].charge(loan)
    for account in accounts.values():
        print(account)


def most_borrowed(loans):
    popularity = [(sum(1 for other in loans if other.title == title), title)
                  for title in {loan.title for loan in loans}]
    popularity.sort(key=lambda entry: (-entry[0], entry[1]))
    for rank, (count, title) in enumerate(popularity[:3], start=1):
        print(f"{rank}. {title} ({count})")


if __name__ == "__main__":
    main()
