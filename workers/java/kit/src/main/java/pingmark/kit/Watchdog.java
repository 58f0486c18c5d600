package pingmark.kit;

import java.util.List;

/**
 * Notices a send or receive that does not return, which no deadline of the lane's own can end. Silence is counted in
 * checks, so that time for which the whole process was stopped is none. One lane among hundreds may be silent for long
 * for want of a core.
 */
final class Watchdog {
    static final long CHECK_MS = 100;

    private static final int ALL_SILENT = 30;
    private static final int ONE_SILENT = 300;

    private final List<Lane> lanes;
    private final long[] signs;
    private final int[] silent;

    Watchdog(List<Lane> lanes) {
        this.lanes = lanes;
        signs = new long[lanes.size()];
        silent = new int[lanes.size()];
    }

    /** To be called every CHECK_MS. Returns true when waiting longer is in vain. */
    boolean check() {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int lane = 0; lane < signs.length; lane++) {
            long sign = lanes.get(lane).signsOfLife();
            silent[lane] = sign == signs[lane] ? silent[lane] + 1 : 0;
            signs[lane] = sign;
            least = Math.min(least, silent[lane]);
            most = Math.max(most, silent[lane]);
        }
        return least > ALL_SILENT || most > ONE_SILENT;
    }
}
