package pingmark.kit.measuring;

import java.util.Arrays;
import pingmark.kit.protocol.Constants;

/** The messages in flight on one connection, found by their sequence number: (generation << bits) | slot. */
final class Slots {
    /** Kinds of answers that no message waits for. */
    static final int LATE = -1;
    static final int DUPLICATED = -2;
    static final int NEVER_SENT = -3;

    private static final long VACANT = 0;

    final int count;
    private final int bits;
    private final long[] sentAt;
    /** The same array as sentAt if the load is untimed. */
    private long[] intended;
    private final long[] order;
    private final boolean[] counted;
    /** Of each slot's latest message; null: all messages have one size. */
    private int[] bodyBytes;
    private final int[] generation;
    /** Bit k: the message k generations ago was answered. Distinguishes duplicates from late answers. */
    private final long[] answered;
    /** A ring of vacant slots. */
    private final int[] vacant;
    private int firstVacant;
    private int vacancies;

    private long sent;
    private long latestAnswered = -1;

    Slots(int count) {
        this.count = count;
        bits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        sentAt = new long[count];
        intended = sentAt;
        order = new long[count];
        counted = new boolean[count];
        generation = new int[count];
        answered = new long[count];
        vacant = new int[count];
        Arrays.fill(generation, -1);
        Arrays.setAll(vacant, slot -> slot);
        vacancies = count;
    }

    /** A measurement begins: all empty slots are vacant. */
    void begin(boolean timed, boolean sized) {
        if (sized != (bodyBytes != null)) {
            bodyBytes = sized ? new int[count] : null;
        }
        vacancies = 0;
        for (int slot = 0; slot < count; slot++) {
            if (!occupied(slot)) {
                leaveVacant(slot);
            }
        }
        if (timed != (intended != sentAt)) {
            intended = timed ? new long[count] : sentAt;
        }
    }

    boolean hasVacant() {
        return vacancies > 0;
    }

    /** Takes the slot that has been vacant longest. */
    int takeVacant() {
        int slot = vacant[firstVacant];
        firstVacant = firstVacant + 1 == count ? 0 : firstVacant + 1;
        vacancies--;
        return slot;
    }

    /** Adds an empty slot to the vacant ones. */
    void leaveVacant(int slot) {
        int end = firstVacant + vacancies;
        vacant[end < count ? end : end - count] = slot;
        vacancies++;
    }

    /** Puts a message into an empty slot, and returns its sequence number. */
    int occupy(int slot, long now, long intendedAt, boolean counts) {
        intended[slot] = intendedAt;
        sentAt[slot] = now;
        counted[slot] = counts;
        order[slot] = sent++;
        answered[slot] <<= 1;
        return ++generation[slot] << bits | slot;
    }

    /** One way, where slots are used in turn: returns the slot of the oldest waiting message, up to the last one. */
    int firstUpTo(int last) {
        int first = last;
        int slot = last;
        for (int seen = 0; seen < count && order[slot] <= order[last]; seen++) {
            first = occupied(slot) ? slot : first;
            slot = (slot == 0 ? count : slot) - 1;
        }
        return first;
    }

    /** Returns the number of waiting messages from one slot to another. */
    int waiting(int first, int last) {
        int waiting = 0;
        for (int slot = first; slot != last; slot = after(slot)) {
            waiting += occupied(slot) ? 1 : 0;
        }
        return waiting + (occupied(last) ? 1 : 0);
    }

    int after(int slot) {
        return slot + 1 == count ? 0 : slot + 1;
    }

    /** Returns the slot of the waiting message, or LATE, DUPLICATED or NEVER_SENT. */
    int match(int sequence) {
        int slot = sequence & (1 << bits) - 1;
        if (slot >= count) {
            return NEVER_SENT;
        }
        int age = (generation[slot] - (sequence >>> bits)) & -1 >>> bits;
        if (age == 0 && sentAt[slot] != VACANT) {
            answered[slot] |= 1;
            return slot;
        }
        return classify(slot, age);
    }

    private int classify(int slot, int age) {
        if (Integer.compareUnsigned(age, generation[slot]) > 0 || generation[slot] == -1) {
            return NEVER_SENT;
        }
        if (age >= Constants.ANSWERS_REMEMBERED_PER_SLOT) {
            return LATE;
        }
        boolean seen = (answered[slot] & 1L << age) != 0;
        answered[slot] |= 1L << age;
        return seen ? DUPLICATED : LATE;
    }

    /** Returns whether a later message was answered before. To be called once for each matched answer. */
    boolean overtaken(int slot) {
        if (order[slot] < latestAnswered) {
            return true;
        }
        latestAnswered = order[slot];
        return false;
    }

    /** Its message was answered or lost. */
    void empty(int slot) {
        sentAt[slot] = VACANT;
    }

    boolean occupied(int slot) {
        return sentAt[slot] != VACANT;
    }

    long sentAt(int slot) {
        return sentAt[slot];
    }

    long intendedAt(int slot) {
        return intended[slot];
    }

    int bodyBytes(int slot) {
        return bodyBytes[slot];
    }

    void setBodyBytes(int slot, int bytes) {
        bodyBytes[slot] = bytes;
    }

    boolean counted(int slot) {
        return counted[slot];
    }
}
