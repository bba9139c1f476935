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


def most_borrowed(loans):
    ranking = []
    done = set()
    for entry in loans:
        if entry.title in done:
            continue
        done.add(entry.title)
        number = len([y for y in loans if y.title == entry.title])
        place = 0
        while place < len(ranking) and ranking[place][0] >= number:
            place += 1
        ranking.insert(place, (number, entry.title))
    for number, book in ranking[:5]:
        print("borrowed %d times: %s" % (number, book))


def price(entry):
    over = entry.days - LIMIT
    if over <= 0:
        return 0
    if over <= 7:
        return over * 20
    return 7 * 20 + (over - 7) * 50


def report(loans):
    everything = 0
    people = []
    for entry in loans:
        if entry.is_overdue() and entry.reader not in people:
            people.append(entry.reader)
    people.sort(key=str.lower)
    for person in people:
        money = 0
        books = []
        for entry in loans:
            if entry.reader == person and entry.is_overdue():
                money += price(entry)
                books.append(entry.title)
        everything += money
        print("%-20s %6.2f  %s" % (person, money / 100, "; ".join(books)))
    print("%-20s %6.2f" % ("all readers", everything / 100))


if __name__ == "__main__":
    main()
