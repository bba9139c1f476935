from fractions import Fraction
from functools import reduce
from itertools import zip_longest


class Polynomial:
    """Coefficients in rising order: Polynomial(1, 0, 2) is 1 + 2x^2."""

    def __init__(self, *coefficients):
        values = [Fraction(c) for c in coefficients]
        while values and values[-1] == 0:
            values.pop()
        self.values = tuple(values)

    @property
    def degree(self):
        return len(self.values) - 1

    def __call__(self, x):
        return reduce(lambda sum_, c: sum_ * x + c, reversed(self.values), 0)

    def __add__(self, other):
        pairs = zip_longest(self.values, other.values, fillvalue=0)
        return Polynomial(*(a + b for a, b in pairs))

    def __neg__(self):
        return Polynomial(*(-c for c in self.values))

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        product = [0] * (len(self.values) + len(other.values))
        for i, a in enumerate(self.values):
            for j, b in enumerate(other.values):
                product[i + j] += a * b
        return Polynomial(*product)

    def __divmod__(self, other):
        if not other.values:
            raise ZeroDivisionError("division by the zero polynomial")
        quotient, rest = Polynomial(), self
        while rest.degree >= other.degree:
            shift = rest.degree - other.degree
            factor = rest.values[-1] / other.values[-1]
            step = Polynomial(*[0] * shift, factor)
            quotient += step
            rest -= step * other
        return quotient, rest

    def derivative(self):
        return Polynomial(*(i * c for i, c in enumerate(self.values) if i))

    def root_near(self, guess, rounds=40):
        slope = self.derivative()
        x = float(guess)
        for _ in range(rounds):
            steep = slope(x)
            if steep == 0:
                break
            x -= float(self(x)) / float(steep)
        return x

    def __eq__(self, other):
        return isinstance(other, Polynomial) and self.values == other.values

    def __hash__(self):
        return hash(self.values)
