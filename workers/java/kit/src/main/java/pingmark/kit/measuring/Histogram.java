package pingmark.kit.measuring;

import java.util.Arrays;

/**
 * Counts nanoseconds in the layout log-linear/1024. A page is taken when its first value comes: with a histogram in
 * each of thousands of lanes, most of the range stays untouched. {@link #clear}, before each measurement, has some made
 * in advance, so that a round trip that is longer than all before costs no memory while it measures.
 */
public final class Histogram {
    public static final String LAYOUT = "log-linear/1024";

    private static final int PAGE_BITS = 10;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int PAGES = 27;
    private static final long MOST = (1L << 36) - 1;

    private static final int SPARE_PAGES = 3;

    private final int[][] pages = new int[PAGES][];
    private final int[][] spare = new int[SPARE_PAGES][];
    private int spares;
    private long recorded;
    private long sum;
    private long most = Long.MIN_VALUE;

    void record(long value) {
        recorded++;
        sum += value;
        most = Math.max(most, value);
        long counted = Math.max(0, Math.min(value, MOST));
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
        most = Math.max(most, other.most);
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
        most = Long.MIN_VALUE;
    }

    /** Null when nothing was recorded, as for the largest. */
    Long sum() {
        return recorded > 0 ? sum : null;
    }

    Long most() {
        return recorded > 0 ? most : null;
    }

    /** [index, count, index, count, ...] */
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
