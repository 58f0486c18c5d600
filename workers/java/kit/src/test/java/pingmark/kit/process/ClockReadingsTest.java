package pingmark.kit.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import pingmark.kit.protocol.SplitMix;

class ClockReadingsTest {
    private static final double CALL = 17.3;

    @Test
    void findStepsBelowAndAboveTheCostOfACall() {
        assertEquals(10.015, resolution(stepping(10.015), 20_000, CALL), 0.01);
        assertEquals(10.015, resolution(stepping(10.015), 20_000, 371), 0.01);
        assertEquals(41.667, resolution(stepping(41.667), 20_000, CALL), 0.01);
        assertEquals(1e6, resolution(stepping(1e6), 200_000, CALL));
        assertEquals(3_333.333, resolution(stepping(10_000 / 3.0), 200_000, CALL), 0.1);
    }

    @Test
    void findAStepDespiteShifts() {
        SplitMix noise = new SplitMix(3);
        double[] shift = {0};
        DoubleUnaryOperator value = time -> {
            shift[0] += below(noise, 200) == 0 ? 3.7 : 0;
            return stepping(10.015).applyAsDouble(time) + shift[0];
        };
        assertEquals(10.015, resolution(value, 20_000, CALL), 0.01);
    }

    @Test
    void withoutAStepHaveTheResolutionOfTheirUnit() {
        SplitMix noise = new SplitMix(3);
        assertEquals(1, resolution(time -> time + below(noise, 10), 20_000, CALL));
        assertEquals(1, resolution(stepping(1), 20_000, CALL));
        assertEquals(0, resolution(time -> 5, 20_000, CALL));
    }

    @Test
    void findTheStepOfAProcessorThatNeverRepeatsAValue() {
        double[] before = {0};
        DoubleUnaryOperator value = time -> before[0] = Math.max(before[0] + 1, stepping(26).applyAsDouble(time));
        assertEquals(26, resolution(value, 20_000, 12), 0.05);
    }

    @Test
    void areFewUntilTenDiffer() {
        ClockReadings readings = new ClockReadings(0);
        for (long reading : new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 9}) {
            readings.add(reading);
        }
        assertTrue(readings.areFew());
        readings.add(10);
        assertFalse(readings.areFew());
    }

    @Test
    void ofACoarseClockNeedOneUninterruptedStep() {
        ClockReadings readings = new ClockReadings(0);
        for (long reading : new long[] {52, 64, 68, 80}) {
            LongStream.generate(() -> reading).limit(20).forEach(readings::add);
        }
        assertEquals(4, readings.resolution());
    }

    @Test
    void countHowOftenTheClockWentBack() {
        ClockReadings readings = new ClockReadings(5);
        for (long reading : new long[] {6, 5, 5, 7, 1}) {
            readings.add(reading);
        }
        assertEquals(2, readings.wentBack());
    }

    /** Returns a clock that advances by a step, and is read in whole units. */
    private static DoubleUnaryOperator stepping(double step) {
        return time -> Math.floor(Math.floor(time / step) * step);
    }

    /** Reads a clock repeatedly, with the cost of a call and a random pause in between, in units of its value. */
    private static double resolution(DoubleUnaryOperator value, int count, double call) {
        SplitMix random = new SplitMix(7);
        double time = 1e6;
        ClockReadings readings = new ClockReadings((long) value.applyAsDouble(time));
        for (int i = 0; i < count; i++) {
            time += call + below(random, 10_000) / 100.0;
            // Sometimes the reader is interrupted.
            if (below(random, 5_000) == 0) {
                time += 300_000;
            }
            readings.add((long) value.applyAsDouble(time));
        }
        return readings.resolution();
    }

    private static long below(SplitMix random, long limit) {
        return Long.remainderUnsigned(random.next(), limit);
    }
}
