package pingmark.kit.measuring;

import java.io.IOException;
import pingmark.kit.loads.Load;
import pingmark.kit.protocol.Constants;

/** Sends messages at the times that the load gives them, or as soon after as a slot is free. */
final class TimedSchedule extends Schedule {
    private final Agenda agenda;
    private long nextDue = Load.NEVER;
    /** So many messages may still go in this pass. */
    private int left;

    TimedSchedule(Lane lane, Connection[] connections) {
        super(lane, connections);
        agenda = new Agenda(connections.length);
    }

    @Override
    void begin() {
        for (Connection connection : connections) {
            connection.offerRest();
        }
        slotsFreed();
        sendDue();
    }

    @Override
    long nextDue() {
        return nextDue;
    }

    /** Sends those of the next pass. */
    @Override
    void sendDue() {
        left = Constants.DUE_MESSAGES_PER_PASS;
        sendSome();
    }

    /** Not all at once, when there are many: what arrives meanwhile has to be received. */
    private void sendSome() {
        long now = lane.now();
        while (left > 0 && agenda.nextDue() <= now && lane.sending()) {
            Connection connection = connections[agenda.next()];
            left -= connection.sendDue(now, left);
            agenda.set(connection.place, connection.due());
            if (agenda.nextDue() <= now) {
                now = lane.now(); // each call has a reading of its own
            }
        }
        nextDue = lane.sending() ? agenda.nextDue() : Load.NEVER;
    }

    @Override
    void goOn(Connection connection, long now, boolean behind) throws IOException {
        if (behind) {
            connection.flush();
        }
        if (lane.sending()) {
            agenda.set(connection.place, connection.due());
            nextDue = agenda.nextDue();
        }
        if (now >= nextDue && left > 0) {
            sendSome();
        }
    }

    @Override
    void lookedForLosses(long now) {
        slotsFreed();
    }

    private void slotsFreed() {
        for (Connection connection : connections) {
            agenda.set(connection.place, connection.due());
        }
        nextDue = agenda.nextDue();
    }

    @Override
    boolean refills(long now) {
        return lane.sending();
    }

    @Override
    long waitsFrom(long latest) {
        return lane.now();
    }

    @Override
    void polledInVain() {
        if (lane.now() >= nextDue) {
            sendDue();
        }
    }

    /** They may be millions, so that the lane turns in between. */
    @Override
    void giveUp(LaneWindow window) {
        int left = Constants.GIVEN_UP_MESSAGES_PER_PASS;
        for (Connection connection : connections) {
            left -= connection.giveUp(window, left);
        }
        slotsFreed();
    }

    @Override
    boolean owes(LaneWindow window) {
        for (Connection connection : connections) {
            if (connection.owes(window)) {
                return true;
            }
        }
        return false;
    }
}
