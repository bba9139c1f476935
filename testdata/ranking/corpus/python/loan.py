"""Amortisation of loans: schedules, early repayment, comparison of offers."""

import argparse
import csv
import sys
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def to_cents(amount):
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


@dataclass
class Installment:
    month: int
    payment: Decimal
    interest: Decimal
    principal: Decimal
    balance: Decimal


class Loan:
    def __init__(self, principal, annual_rate, months):
        self.principal = Decimal(principal)
        self.monthly_rate = Decimal(annual_rate) / 100 / 12
        self.months = months
        if self.principal <= 0 or months <= 0:
            raise ValueError("principal and months must be positive")

    def payment(self):
        """The constant monthly payment, rounded to cents."""
        if self.monthly_rate == 0:
            return to_cents(self.principal / self.months)
        growth = (1 + self.monthly_rate) ** self.months
        return to_cents(self.principal * self.monthly_rate * growth / (growth - 1))

    def schedule(self, extra=None):
        """Yields installments; extra maps months to additional repayments."""
        extra = extra or {}
        balance = self.principal
        regular = self.payment()
        month = 0
        while balance > 0:
            month += 1
            interest = to_cents(balance * self.monthly_rate)
            payment = min(regular + extra.get(month, 0), balance + interest)
            if month == self.months and month not in extra:
                payment = balance + interest
            principal = payment - interest
            if principal <= 0:
                raise ValueError(f"payment of month {month} does not cover the interest")
            balance -= principal
            yield Installment(month, payment, interest, principal, balance)

    def total_interest(self, extra=None):
        return sum((step.interest for step in self.schedule(extra)), Decimal(0))


def compare(offers):
    """Sorts named offers by what they cost in all, cheapest first."""
    rows = []
    for name, loan, fee in offers:
        rows.append((loan.total_interest() + fee, name, loan.payment()))
    return sorted(rows)


def write_schedule(loan, extra, stream):
    writer = csv.writer(stream)
    writer.writerow(["month", "payment", "interest", "principal", "balance"])
    for step in loan.schedule(extra):
        writer.writerow([step.month, step.payment, step.interest, step.principal, step.balance])


def parse_extra(items):
    extra = {}
    for item in items:
        month, _, amount = item.partition("=")
        try:
            extra[int(month)] = Decimal(amount)
        except (ValueError, ArithmeticError):
            raise SystemExit(f"loan: cannot read extra payment {item!r}, want MONTH=AMOUNT")
    return extra


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("principal", type=Decimal)
    parser.add_argument("rate", type=Decimal, help="percent a year")
    parser.add_argument("months", type=int)
    parser.add_argument("--extra", action="append", default=[], metavar="MONTH=AMOUNT")
    args = parser.parse_args()
    loan = Loan(args.principal, args.rate, args.months)
    write_schedule(loan, parse_extra(args.extra), sys.stdout)
    print(f"payment {loan.payment()}, interest {loan.total_interest()}", file=sys.stderr)


if __name__ == "__main__":
    main()
