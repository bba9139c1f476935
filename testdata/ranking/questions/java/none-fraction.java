package net.heronsgate.numbers;

import java.math.BigInteger;
import java.util.Objects;

public final class Fraction extends Number implements Comparable<Fraction> {

    private final BigInteger above;
    private final BigInteger below;

    private Fraction(BigInteger above, BigInteger below) {
        this.above = above;
        this.below = below;
    }

    public static Fraction of(BigInteger above, BigInteger below) {
        if (below.signum() == 0) {
            throw new ArithmeticException("zero below the line");
        }
        BigInteger shared = above.gcd(below);
        if (below.signum() < 0) {
            shared = shared.negate();
        }
        return new Fraction(above.divide(shared), below.divide(shared));
    }

    public Fraction plus(Fraction o) {
        return of(above.multiply(o.below).add(o.above.multiply(below)), below.multiply(o.below));
    }

    public Fraction times(Fraction o) {
        return of(above.multiply(o.above), below.multiply(o.below));
    }

    @Override
    public int compareTo(Fraction o) {
        return above.multiply(o.below).compareTo(o.above.multiply(below));
    }

    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        return o instanceof Fraction f && above.equals(f.above) && below.equals(f.below);
    }

    @Override
    public int hashCode() {
        return Objects.hash(above, below);
    }

    @Override
    public int intValue() {
        return above.divide(below).intValue();
    }

    @Override
    public long longValue() {
        return above.divide(below).longValue();
    }

    @Override
    public float floatValue() {
        return (float) doubleValue();
    }

    @Override
    public double doubleValue() {
        return above.doubleValue() / below.doubleValue();
    }

    @Override
    public String toString() {
        return below.equals(BigInteger.ONE) ? above.toString() : above + "/" + below;
    }
}
