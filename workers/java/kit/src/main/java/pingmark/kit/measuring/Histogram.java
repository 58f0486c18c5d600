package pingmark.kit.measuring;

import java.util.Arrays;

/**
 * A histogram of nanoseconds in the layout log-linear/1024. As there may be thousands, it allocates a page for the
 * first value in it. {@link #clear} allocates spare pages before each measurement, so that a measurement seldom does.
 */
public final class Histogram {
    public static final String LAYOUT = "log-linear/1024";

    private static final int PAGE_BITS = 10;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int PAGES = 27;
    private static final long MAX_VALUE = (1L << 36) - 1;

    private static final int SPARE_PAGES = 3;

    private final int[][] pages = new int[PAGES][];
    private final int[][] spare = new int[SPARE_PAGES][];
    private int spares;
    private long recorded;
    private long sum;
    private long max = Long.MIN_VALUE;

    void record(long value) {
        recorded++;
        sum += value;
        max = Math.max(max, value);
        long counted = Math.max(0, Math.min(value, MAX_VALUE));
        int shift = Math.max(0, 63 - Long.numberOfLeadingZeros(counted | 1) - PAGE_BITS);
        int index = (shift << PAGE_BITS) + (int) (counted >>> shift);
        page(index >>> PAGE_BITS)[index & PAGE - 1]++;
    }

    private int[] page(int number) {
        int[] page = pages[number];
        return page != null ? page : (pages[number] = spares > 0 ? spare[--spares] : new int[PAGE]);
    }

    void add(Histogram other) {
        recorded += other.recorded;
        sum += other.sum;
        max = Math.max(max, other.max);
        for (int number = 0; number < PAGES; number++) {
            if (other.pages[number] != null) {
                int[] page = page(number);
                for (int at = 0; at < PAGE; at++) {
                    page[at] += other.pages[number][at];
                }
            }
        }
    }

    void clear() {
        for (int[] page : pages) {
            if (page != null) {
                Arrays.fill(page, 0);
            }
        }
        while (spares < SPARE_PAGES) {
            spare[spares++] = new int[PAGE];
        }
        recorded = 0;
        sum = 0;
        max = Long.MIN_VALUE;
    }

    /** Returns null if nothing was recorded. */
    Long sum() {
        return recorded > 0 ? sum : null;
    }

    Long max() {
        return recorded > 0 ? max : null;
    }

    /** Returns [index, count, index, count, ...]. */
    long[] sparse() {
        long[] pairs = new long[2 * PAGES * PAGE];
        int length = 0;
        for (int index = 0; index < PAGES * PAGE; index++) {
            int[] page = pages[index >>> PAGE_BITS];
            if (page != null && page[index & PAGE - 1] != 0) {
                pairs[length++] = index;
                pairs[length++] = Integer.toUnsignedLong(page[index & PAGE - 1]);
            }
        }
        return Arrays.copyOf(pairs, length);
    }
}
