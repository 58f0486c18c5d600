package pingmark.kit.measuring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import pingmark.kit.protocol.Constants;

class MeasuringPartsTest {
    @Test
    void aLossWatchLooksAndConfirmsAfterTheNextPass() {
        LossWatch losses = new LossWatch(1);
        losses.begin(0, 100);
        long look = Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS;
        assertFalse(losses.due(look - 1));
        assertTrue(losses.due(look));
        assertFalse(losses.passed(look, true));
        assertTrue(losses.confirming());
        assertTrue(losses.due(look));
        assertTrue(losses.passed(look + 7, false));
        assertEquals(look - 100, losses.lostWhenSentBy());
    }

    @Test
    void aLossWatchWaitsForOnePassPerMessageInFlight() {
        LossWatch losses = new LossWatch(3);
        losses.begin(0, 100);
        long look = Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS;
        assertFalse(losses.passed(look, true));
        assertFalse(losses.passed(look + 1, true));
        assertFalse(losses.passed(look + 2, true));
        assertTrue(losses.passed(look + 3, true));
        losses.looked(look + 3, look);
        assertFalse(losses.passed(3 * look, false));
        assertTrue(losses.passed(3 * look + 1, false));
    }

    @Test
    void aLossWatchLooksWhenTheOldestMessageIsOverdueWithAMinimalInterval() {
        LossWatch losses = new LossWatch(1);
        losses.begin(0, 1_000_000_000);
        losses.looked(10, 7);
        assertFalse(losses.due(1_000_000_006));
        assertTrue(losses.due(1_000_000_007));
        losses.looked(2_000_000_000, 1_000_000_001);
        assertFalse(losses.due(2_000_000_000 + Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS - 1));
        assertTrue(losses.due(2_000_000_000 + Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS));
    }

    @Test
    void lapsEndWithTheFirstOneThatReachesTheEndOfTheWindow() {
        Laps laps = new Laps();
        laps.begin(new Window(0, 100, Window.UNLIMITED, 2));
        long now = 10;
        laps.sent(now);
        for (boolean over = false; !over;) {
            now += 20;
            over = laps.completed(now);
            laps.sent(now);
        }
        assertEquals(10, laps.firstStart());
        assertArrayEquals(new long[] {40, 40, 40}, laps.durations());
    }

    @Test
    void tooManyLapsOverflow() {
        Laps laps = new Laps();
        laps.begin(new Window(0, Window.UNLIMITED, Window.UNLIMITED, 1));
        laps.sent(0);
        for (int lap = 1; lap <= Constants.MAX_LAPS; lap++) {
            assertFalse(laps.completed(lap));
        }
        assertTrue(laps.completed(0));
        assertTrue(laps.overflowed());
    }

    @Test
    void aPoolGivesAwayAllMessagesInShrinkingPortions() {
        Window.Pool pool = new Window.Pool(1000, 2);
        long last = Long.MAX_VALUE;
        long all = 0;
        for (long portion; (portion = pool.draw()) > 0; last = portion) {
            assertTrue(portion <= last);
            all += portion;
        }
        assertEquals(1000, all);
        assertEquals(1, last);
        assertEquals(125, new Window.Pool(1000, 2).draw());
    }

    @Test
    void aHistogramHasExactSumAndMaximum() {
        Histogram histogram = new Histogram();
        assertNull(histogram.sum());
        assertNull(histogram.max());
        histogram.record(123_456_789);
        histogram.record(1);
        assertEquals(123_456_790, histogram.sum());
        assertEquals(123_456_789, histogram.max());
        Histogram more = new Histogram();
        more.record(1L << 40);
        histogram.add(more);
        assertEquals(1L << 40, histogram.max());
        assertEquals(27_647, histogram.sparse()[4]);
        histogram.clear();
        assertEquals(0, histogram.sparse().length);
    }

    private interface Signs {
        long of(int lane, int look);
    }

    /** Returns the number of looks until it gives up; 0: more than 1,000. */
    private static int looksUntilGivingUp(Signs signs) {
        int[] look = {0};
        Watchdog watchdog = new Watchdog(3, lane -> signs.of(lane, look[0]));
        while (++look[0] <= 1000) {
            if (watchdog.look()) {
                return look[0];
            }
        }
        return 0;
    }

    @Test
    void theWatchdogGivesUpAfter30LooksOr300IfOneLaneIsStuck() {
        assertEquals(31, looksUntilGivingUp((lane, look) -> 7));
        assertEquals(301, looksUntilGivingUp((lane, look) -> lane == 1 ? 7 : look));
        assertEquals(0, looksUntilGivingUp((lane, look) -> lane == 1 ? look / 299 : look / 29));
    }
}
