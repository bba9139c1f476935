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


def fine_of(loan):
    """The first week costs 20 cents a day, every later day 50."""
    late = loan.days - LIMIT
    if late <= 0:
        return 0
    if late <= 7:
        return late * 20
    return 7 * 20 + (late - 7) * 50


def report(loans):
    total = 0
    names = []
    for loan in loans:
        if loan.is_overdue() and loan.reader not in names:
            names.append(loan.reader)
    names.sort(key=str.lower)
    for name in names:
        cents = 0
        titles = []
        for loan in loans:
            if loan.reader == name and loan.is_overdue():
                cents += fine_of(loan)
                titles.append(loan.title)
        total += cents
        print("%-20s %6.2f  %s" % (name, cents / 100, "; ".join(titles)))
    print("%-20s %6.2f" % ("all readers", total / 100))


def most_borrowed(loans):
    best = []
    seen = set()
    for loan in loans:
        if loan.title in seen:
            continue
        seen.add(loan.title)
        times = len([x for x in loans if x.title == loan.title])
        position = 0
        while position < len(best) and best[position][0] >= times:
            position += 1
        best.insert(position, (times, loan.title))
    for times, title in best[:5]:
        print("borrowed %d times: %s" % (times, title))


if __name__ == "__main__":
    main()
