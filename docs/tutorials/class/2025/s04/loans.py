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


def overdue_table(loans):
    rows = [["Reader", "Title", "Late"]]
    for loan in loans:
        if loan.is_overdue():
            rows.append([loan.reader, loan.title, str(loan.days - LIMIT)])
    return rows


def report(loans):
    rows = overdue_table(loans)
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for number, row in enumerate(rows):
        print(" | ".join(cell.ljust(w) for cell, w in zip(row, widths)))
        if number == 0:
            print("-+-".join("-" * w for w in widths))
    print(len(rows) - 1, "overdue loans, fines of", sum(int(r[2]) for r in rows[1:]) * 0.2)


def most_borrowed(loans):
    titles = sorted(loan.title for loan in loans)
    groups = []
    start = 0
    for i in range(1, len(titles) + 1):
        if i == len(titles) or titles[i] != titles[start]:
            groups.append((i - start, titles[start]))
            start = i
    groups.sort(reverse=True)
    print("Most borrowed:", ", ".join(title for _, title in groups[:3]))


if __name__ == "__main__":
    main()
