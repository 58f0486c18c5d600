package pingmark.kit.measuring;

import java.util.function.IntToLongFunction;
import pingmark.kit.protocol.Constants;

/**
 * Notices a send or receive that does not return, which no deadline of the lane's own can end. Silence is counted in
 * looks, so that time for which the whole process was stopped is none. One lane among hundreds may be silent for long
 * for want of a core.
 */
final class Watchdog {
    private final IntToLongFunction signsOfLife;
    private final long[] signs;
    private final int[] silent;

    /** @param signsOfLife changes while the lane of this number is alive */
    Watchdog(int lanes, IntToLongFunction signsOfLife) {
        this.signsOfLife = signsOfLife;
        signs = new long[lanes];
        silent = new int[lanes];
    }

    /** To be called once an interval. Returns true when waiting longer is in vain. */
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
