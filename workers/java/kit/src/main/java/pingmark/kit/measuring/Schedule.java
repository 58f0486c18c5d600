package pingmark.kit.measuring;

import java.io.IOException;
import pingmark.kit.loads.Load;
import pingmark.kit.protocol.Constants;

/** Decides when a lane's connections send. Chosen for each measurement: its load is timed or untimed. */
abstract class Schedule {
    final Lane lane;
    final Connection[] connections;

    private Schedule(Lane lane, Connection[] connections) {
        this.lane = lane;
        this.connections = connections;
    }

    static Schedule of(Load.Model load, Lane lane, Connection[] connections) {
        return load.timed() ? new Timed(lane, connections) : new Untimed(lane, connections);
    }

    /** Sends the first messages of the load. */
    abstract void begin();

    /**
     * Sends what may be sent after a connection has received, or can send again.
     *
     * @param behind whether composed messages stand behind what an earlier send left
     */
    abstract void sendNext(Connection connection, long now, boolean behind) throws IOException;

    /** Lost messages may have freed slots. */
    abstract void lookedForLosses(long now);

    /** Returns whether the slot of a lost message is used again. */
    abstract boolean refills(long now);

    /** Returns when a message is due even if nothing arrives. */
    long nextDue() {
        return Load.NEVER;
    }

    void sendDue() {
    }

    /** A poll of a connection found nothing. */
    void pollWasEmpty() {
    }

    /** Returns the time from which a wait is counted. */
    long waitsFrom(long latest) {
        return latest;
    }

    /** Skips some of the counted messages that could not be sent for too long. */
    void giveUp(LaneWindow window) {
    }

    /** Returns whether a counted message is still to be sent. */
    boolean hasUnsentCounted(LaneWindow window) {
        return false;
    }

    /** Sends messages at the times of the load, or as soon after as a slot is free. */
    private static final class Timed extends Schedule {
        private final Agenda agenda;
        private long nextDue = Load.NEVER;
        private int leftInPass;

        Timed(Lane lane, Connection[] connections) {
            super(lane, connections);
            agenda = new Agenda(connections.length);
        }

        @Override
        void begin() {
            for (Connection connection : connections) {
                connection.resendRest();
            }
            slotsFreed();
            sendDue();
        }

        @Override
        long nextDue() {
            return nextDue;
        }

        @Override
        void sendDue() {
            leftInPass = Constants.DUE_MESSAGES_PER_PASS;
            sendSome();
        }

        /** Limited, so that receives are not delayed. */
        private void sendSome() {
            long now = lane.now();
            while (leftInPass > 0 && agenda.nextDue() <= now && lane.sending()) {
                Connection connection = connections[agenda.next()];
                leftInPass -= connection.sendDue(now, leftInPass);
                agenda.set(connection.place, connection.due());
                if (agenda.nextDue() <= now) {
                    now = lane.now(); // each call has a reading of its own
                }
            }
            nextDue = lane.sending() ? agenda.nextDue() : Load.NEVER;
        }

        @Override
        void sendNext(Connection connection, long now, boolean behind) throws IOException {
            if (behind) {
                connection.flush();
            }
            if (lane.sending()) {
                agenda.set(connection.place, connection.due());
                nextDue = agenda.nextDue();
            }
            if (now >= nextDue && leftInPass > 0) {
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
        void pollWasEmpty() {
            if (lane.now() >= nextDue) {
                sendDue();
            }
        }

        /** Limited, as there may be millions. */
        @Override
        void giveUp(LaneWindow window) {
            int left = Constants.GIVEN_UP_MESSAGES_PER_PASS;
            for (Connection connection : connections) {
                left -= connection.giveUp(window, left);
            }
            slotsFreed();
        }

        @Override
        boolean hasUnsentCounted(LaneWindow window) {
            for (Connection connection : connections) {
                if (connection.hasUnsentCounted(window)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Sends as slots become free. So the lane is never due: what frees a slot also sends the next message. */
    private static final class Untimed extends Schedule {
        Untimed(Lane lane, Connection[] connections) {
            super(lane, connections);
        }

        @Override
        void begin() {
            for (Connection connection : connections) {
                connection.resend();
            }
        }

        @Override
        void sendNext(Connection connection, long now, boolean behind) throws IOException {
            connection.push(now, behind);
        }

        @Override
        void lookedForLosses(long now) {
            for (Connection connection : connections) {
                if (fills(now) && connection.due() <= now) {
                    connection.resend();
                }
            }
        }

        /** Not after the window: with a dead server the drain would wait for that message's loss, too. */
        @Override
        boolean refills(long now) {
            return lane.sending() && !lane.window().isOver(now);
        }

        /** One way, messages end only when the last of their part has been sent, even after the window. */
        private boolean fills(long now) {
            return refills(now) || (lane.plan().oneWay() && lane.sending() && !lane.window().allSettled());
        }
    }
}
