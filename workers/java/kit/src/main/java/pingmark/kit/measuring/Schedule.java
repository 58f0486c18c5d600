package pingmark.kit.measuring;

import java.io.IOException;
import pingmark.kit.loads.Load;

/**
 * Decides when a lane's connections send. It is chosen for each measurement, by whether its load has times of its own:
 * what is here of them is that of a load without any.
 */
abstract class Schedule {
    final Lane lane;
    final Connection[] connections;

    Schedule(Lane lane, Connection[] connections) {
        this.lane = lane;
        this.connections = connections;
    }

    static Schedule of(Load.Model load, Lane lane, Connection[] connections) {
        return load.timed() ? new TimedSchedule(lane, connections) : new UntimedSchedule(lane, connections);
    }

    /** Sends what the load begins with. */
    abstract void begin();

    /**
     * Sends what may go after a connection has received, or can send again.
     *
     * @param behind whether what was composed stands behind what an earlier send left
     */
    abstract void goOn(Connection connection, long now, boolean behind) throws IOException;

    /** Lost messages may have left slots empty. */
    abstract void lookedForLosses(long now);

    /** Returns whether the slot of a lost message is used again. */
    abstract boolean refills(long now);

    /** Returns when something is to be sent without anything arriving before; NEVER: there is nothing. */
    long nextDue() {
        return Load.NEVER;
    }

    /** Sends what is due now. */
    void sendDue() {
    }

    /** A poll of a connection brought nothing. */
    void polledInVain() {
    }

    /** Returns the time from which a wait is reckoned. */
    long waitsFrom(long latest) {
        return latest;
    }

    /** Passes over some of the messages that could not be sent, so long after the window that they are given up. */
    void giveUp(LaneWindow window) {
    }

    /** Returns whether a message that counts is still to be sent. */
    boolean owes(LaneWindow window) {
        return false;
    }
}
