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
    late = [loan for loan in loans if loan.is_overdue()]
    late.sort(key=lambda loan: loan.days, reverse=True)
    i = 1
    for loan in late:
        days = loan.days - LIMIT
        print(str(i) + ".", loan.reader, "owes", days * 20, "cents for", loan.title)
        print(bar(days, unit=5, longest=30))
        i += 1


def bar(amount, unit=5, longest=40):
    marks = int(amount / unit)
    if marks > longest:
        return "*" * (longest - 1) + ">"
    rest = amount - marks * unit
    return "*" * marks + ("+" if rest * 2 >= unit else "")


def most_borrowed(loans):
    top = {}
    for loan in loans:
        if loan.title not in top:
            top[loan.title] = 0
        top[loan.title] += 1
    while top:
        title = max(top, key=top.get)
        print(title, bar(top.pop(title), unit=1))


if __name__ == "__main__":
    main()
