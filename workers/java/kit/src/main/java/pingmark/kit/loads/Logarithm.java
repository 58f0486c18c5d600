package pingmark.kit.loads;

/**
 * Computes the natural logarithm by additions, multiplications and divisions alone, so that it is the same in every
 * language.
 */
final class Logarithm {
    private static final double LN_2 = 0.6931471805599453;
    private static final double ROOT_OF_HALF = 0.7071067811865476;
    private static final double[] RECIPROCALS = {
            1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3};
    private static final double FIRST = 1.0 / 21;

    private static final long MANTISSA = (1L << 52) - 1;
    private static final long EXPONENT_OF_HALF = 1022L << 52;

    private Logarithm() {
    }

    /** Of a normal number. With u = m * 2^e: e * ln 2 + ln m, by the series of the inverse hyperbolic tangent. */
    static double of(double u) {
        int e = Math.getExponent(u) + 1;
        double m = Double.longBitsToDouble(Double.doubleToRawLongBits(u) & MANTISSA | EXPONENT_OF_HALF);
        if (m < ROOT_OF_HALF) {
            m *= 2;
            e--;
        }
        double s = (m - 1) / (m + 1);
        double z = s * s;
        double p = FIRST;
        for (double reciprocal : RECIPROCALS) {
            p = p * z + reciprocal;
        }
        p = p * z + 1;
        return e * LN_2 + 2.0 * s * p;
    }
}
