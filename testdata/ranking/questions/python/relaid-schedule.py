class Loan:
  def schedule(self,
      extra=None):
    """Yields installments; extra maps months to additional repayments."""
    extra = extra or {}
    balance = self.principal
    regular = self.payment()
    month = 0

    while balance > 0:
      month += 1  # months count from one

      interest = to_cents(balance * self.monthly_rate)
      payment = min(regular + extra.get(month, 0),
          balance + interest)
      if month == self.months and month not in extra:
        payment = balance + interest
      principal = payment - interest  # the rest pays the loan back

      if principal <= 0:
        raise ValueError(f"payment of month {month} does not cover the interest")
      balance -= principal  # what is still owed
      yield Installment(month, payment, interest,
          principal, balance)
