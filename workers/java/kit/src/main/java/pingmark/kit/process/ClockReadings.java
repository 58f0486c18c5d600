package pingmark.kit.process;

import java.util.Arrays;

/**
 * Readings of a clock, one after another with pauses of random lengths between them, and the resolution that they show:
 * the step of the value itself, which may be far below what a call takes.
 */
final class ClockReadings {
    private static final int DIFFERENCES_KEPT = 10_000;

    private static final int FEW = 10;

    /** For each reading that differs from the one before. */
    private static final long REPEATS_OF_A_COARSE_CLOCK = 9;

    /** In units of the readings: finer steps fit any differences. */
    private static final double FINEST_STEP = 4;
    private static final int MAX_STEPS_IN_A_USUAL_DIFFERENCE = 1_000;

    /** In usual differences: a longer difference was interrupted. */
    private static final double LONGEST = 100;

    /** In units of the readings. */
    private static final double ROUNDING = 1;

    /** One of so many differences may not be a multiple of the step. */
    private static final int DIFFERENCES_PER_MISFIT = 100;

    private final long[] differences = new long[DIFFERENCES_KEPT];
    private long before;
    private long advances;
    private long repeats;
    private long wentBack;

    ClockReadings(long first) {
        before = first;
    }

    void add(long reading) {
        long difference = reading - before;
        before = reading;
        if (difference > 0) {
            differences[(int) (advances++ % DIFFERENCES_KEPT)] = difference;
        } else if (difference == 0) {
            repeats++;
        } else {
            wentBack++;
        }
    }

    /** Returns whether there are too few differences to distinguish steps of the clock from interruptions. */
    boolean areFew() {
        return advances < FEW;
    }

    /** Returns how often a reading was below the one before. */
    long wentBack() {
        return wentBack;
    }

    /**
     * Returns the largest step of which nearly all differences are multiples, within rounding, in units of the
     * readings; 1 if there is none; 0 if the clock stood still.
     */
    double resolution() {
        if (advances == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(differences, (int) Math.min(advances, DIFFERENCES_KEPT));
        Arrays.sort(sorted);
        if (repeats >= REPEATS_OF_A_COARSE_CLOCK * advances) {
            return refined(sorted, sorted[0], LONGEST * sorted[0]);
        }
        // Shorter differences may be outliers, and longer ones were more often interrupted.
        double usual = sorted[sorted.length / 10];
        long[] undisturbed = Arrays.stream(sorted).takeWhile(length -> length <= LONGEST * usual).toArray();
        for (int steps = 1; steps <= MAX_STEPS_IN_A_USUAL_DIFFERENCE; steps++) {
            double step = usual / steps;
            if (step < FINEST_STEP) {
                break;
            }
            // A long difference refines the step only if the step is already about right.
            for (double longest : new double[] {2 * usual, 10 * usual, LONGEST * usual}) {
                step = refined(undisturbed, step, longest);
            }
            if (fits(undisturbed, step)) {
                return step;
            }
        }
        return 1;
    }

    /** Returns the mean step, given the multiple that an approximate step finds in each difference. */
    private static double refined(long[] sorted, double step, double longest) {
        double sum = 0;
        double steps = 0;
        for (long length : sorted) {
            if (length > longest) {
                break;
            }
            double multiple = Math.rint(length / step);
            // A processor that never returns the same value twice adds 1, which is not a step.
            if (multiple > 0) {
                sum += length;
                steps += multiple;
            }
        }
        return steps == 0 ? step : sum / steps;
    }

    private static boolean fits(long[] sorted, double step) {
        int misfits = 0;
        for (long length : sorted) {
            if (Math.abs(length - Math.rint(length / step) * step) > ROUNDING
                    && ++misfits * DIFFERENCES_PER_MISFIT > sorted.length) {
                return false;
            }
        }
        return true;
    }
}
