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

    /** Of steps, in units of the readings. */
    private static final double FINEST_TOLD_FROM_CHANCE = 4;

    private static final int STEPS_IN_A_USUAL_DIFFERENCE = 1_000;

    /** What is longer was interrupted, in usual differences. */
    private static final double REACH = 100;

    /** Of a difference, in units of the readings. */
    private static final double ROUNDING = 1;

    /** One in so many differences may be no multiple. */
    private static final int MISFITS_OF = 100;

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

    /** Whether there are too few differences to tell steps of the clock from interruptions. */
    boolean areFew() {
        return advances < FEW;
    }

    /** How often a reading was below the one before. */
    long wentBack() {
        return wentBack;
    }

    /**
     * The step of the clock, in units of its readings; 0: it stood still. It is the largest of which practically all
     * differences are multiples but for the readings' rounding, and 1 where that is not told from chance.
     */
    double resolution() {
        if (advances == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(differences, (int) Math.min(advances, DIFFERENCES_KEPT));
        Arrays.sort(sorted);
        if (repeats >= REPEATS_OF_A_COARSE_CLOCK * advances) {
            return refined(sorted, sorted[0], REACH * sorted[0]);
        }
        // Shorter ones may be something else, and longer ones were more often interrupted.
        double usual = sorted[sorted.length / 10];
        long[] undisturbed = Arrays.stream(sorted).takeWhile(length -> length <= REACH * usual).toArray();
        for (int steps = 1; steps <= STEPS_IN_A_USUAL_DIFFERENCE; steps++) {
            double step = usual / steps;
            if (step < FINEST_TOLD_FROM_CHANCE) {
                break;
            }
            // Of long differences only a step that is about right tells the multiple.
            for (double longest : new double[] {2 * usual, 10 * usual, REACH * usual}) {
                step = refined(undisturbed, step, longest);
            }
            if (fits(undisturbed, step)) {
                return step;
            }
        }
        return 1;
    }

    /** A step by which the differences up to the longest are the same multiples as by a step that is about right. */
    private static double refined(long[] sorted, double step, double longest) {
        double sum = 0;
        double steps = 0;
        for (long length : sorted) {
            if (length > longest) {
                break;
            }
            double multiple = Math.rint(length / step);
            // A processor that never reads the same twice adds one, which is no step.
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
                    && ++misfits * MISFITS_OF > sorted.length) {
                return false;
            }
        }
        return true;
    }
}
