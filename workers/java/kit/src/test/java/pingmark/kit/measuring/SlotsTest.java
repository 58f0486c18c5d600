package pingmark.kit.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import pingmark.kit.protocol.Constants;

class SlotsTest {
    private final Slots slots = new Slots(3);

    private int send() {
        return slots.occupy(slots.takeVacant(), 1, 1, true);
    }

    private int answered(int sequence) {
        int slot = slots.match(sequence);
        slots.empty(slot);
        slots.leaveVacant(slot);
        return slot;
    }

    @Test
    void theLongestVacantSlotComesFirst() {
        assertEquals(0, send());
        assertEquals(1, send());
        assertEquals(2, send());
        assertFalse(slots.hasVacant());
        answered(1);
        answered(0);
        assertEquals(1, slots.takeVacant());
        assertEquals(0, slots.takeVacant());
    }

    @Test
    void anAnswerMatchesOnceOrIsLateOnceAndThenDuplicated() {
        send();
        send();
        assertEquals(0, answered(0));
        assertEquals(Slots.DUPLICATED, slots.match(0));
        slots.empty(1);
        assertEquals(Slots.LATE, slots.match(1));
        assertEquals(Slots.DUPLICATED, slots.match(1));
    }

    @Test
    void unknownSlotsAndGenerationsWereNeverSent() {
        send();
        assertEquals(Slots.NEVER_SENT, slots.match(3));
        assertEquals(Slots.NEVER_SENT, slots.match(4));
        assertEquals(Slots.NEVER_SENT, slots.match(1));
        assertEquals(Slots.NEVER_SENT, slots.match(-1));
    }

    @Test
    void answersAreRememberedForALimitedNumberOfGenerations() {
        slots.takeVacant();
        for (int generation = 0; generation <= Constants.ANSWERS_REMEMBERED_PER_SLOT; generation++) {
            slots.match(slots.occupy(0, 1, 1, true));
        }
        assertEquals(Slots.LATE, slots.match(0));
        assertEquals(Slots.DUPLICATED, slots.match(4));
    }
}
