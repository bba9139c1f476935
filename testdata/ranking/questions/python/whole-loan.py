"""Amortisation of loans: schedules, early repayment, comparison of offers."""

import argparse
import csv
import sys
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

PENNY = Decimal("0.01")


@dataclass
class Rate:
    period: int
    due: Decimal
    charge: Decimal
    principal: Decimal
    rest: Decimal


def rounded(value):
    return value.quantize(PENNY, rounding=ROUND_HALF_UP)


class Credit:
    def __init__(self, principal, percent, months):
        self.principal = Decimal(principal)
        self.factor = Decimal(percent) / 100 / 12
        self.months = months
        if self.principal <= 0 or months <= 0:
            raise ValueError("principal and months must be positive")

    def charges(self, extra=None):
        return sum((row.charge for row in self.plan(extra)), Decimal(0))

    def due(self):
        """The constant monthly payment, rounded to cents."""
        if self.factor == 0:
            return rounded(self.principal / self.months)
        grown = (1 + self.factor) ** self.months
        return rounded(self.principal * self.factor * grown / (grown - 1))

    def plan(self, extra=None):
        """Yields installments; extra maps months to additional repayments."""
        extra = extra or {}
        rest = self.principal
        usual = self.due()
        period = 0
        while rest > 0:
            period += 1
            charge = rounded(rest * self.factor)
            due = min(usual + extra.get(period, 0), rest + charge)
            if period == self.months and period not in extra:
                due = rest + charge
            principal = due - charge
            if principal <= 0:
                raise ValueError(f"payment of month {period} does not cover the interest")
            rest -= principal
            yield Rate(period, due, charge, principal, rest)


def read_special(options):
    extra = {}
    for option in options:
        period, _, value = option.partition("=")
        try:
            extra[int(period)] = Decimal(value)
        except (ValueError, ArithmeticError):
            raise SystemExit(f"loan: cannot read extra payment {option!r}, want MONTH=AMOUNT")
    return extra


def rank(choices):
    """Sorts named offers by what they cost in all, cheapest first."""
    ranked = []
    for label, credit, costs in choices:
        ranked.append((credit.charges() + costs, label, credit.due()))
    return sorted(ranked)


def print_plan(credit, extra, out):
    writer = csv.writer(out)
    writer.writerow(["month", "payment", "interest", "principal", "balance"])
    for row in credit.plan(extra):
        writer.writerow([row.period, row.due, row.charge, row.principal, row.rest])


def main():
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("principal", type=Decimal)
    cli.add_argument("rate", type=Decimal, help="percent a year")
    cli.add_argument("months", type=int)
    cli.add_argument("--extra", action="append", default=[], metavar="MONTH=AMOUNT")
    given = cli.parse_args()
    credit = Credit(given.principal, given.rate, given.months)
    print_plan(credit, read_special(given.extra), sys.stdout)
    print(f"payment {credit.due()}, interest {credit.charges()}", file=sys.stderr)


if __name__ == "__main__":
    main()
