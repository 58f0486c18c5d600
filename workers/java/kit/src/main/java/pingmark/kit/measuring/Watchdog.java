package pingmark.kit.measuring;

import java.util.function.IntToLongFunction;
import pingmark.kit.protocol.Constants;

/**
 * Notices lanes that are stuck in a send or receive. It counts looks, not time, so that time in which the process was
 * stopped does not count. A single lane has more time, as it may wait long for a core.
 */
final class Watchdog {
    private final IntToLongFunction signsOfLife;
    private final long[] signs;
    private final int[] silent;

    /** @param signsOfLife gives a number that changes while the lane is alive */
    Watchdog(int lanes, IntToLongFunction signsOfLife) {
        this.signsOfLife = signsOfLife;
        signs = new long[lanes];
        silent = new int[lanes];
    }

    /** To be called once in an interval. Returns whether lanes are stuck. */
    boolean look() {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int lane = 0; lane < signs.length; lane++) {
            long sign = signsOfLife.applyAsLong(lane);
            silent[lane] = sign == signs[lane] ? silent[lane] + 1 : 0;
            signs[lane] = sign;
            least = Math.min(least, silent[lane]);
            most = Math.max(most, silent[lane]);
        }
        return least >= Constants.WATCHDOG_ALL_LANES_SILENT_INTERVALS
                || most >= Constants.WATCHDOG_ONE_LANE_SILENT_INTERVALS;
    }
}
