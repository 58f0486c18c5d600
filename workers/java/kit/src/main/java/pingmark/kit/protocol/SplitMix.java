package pingmark.kit.protocol;

/** The random generator splitmix64, of payloads, loads and test vectors. */
public final class SplitMix {
    private long state;

    public SplitMix(long seed) {
        state = seed;
    }

    public long next() {
        long z = state += 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
