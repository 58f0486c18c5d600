package pingmark.kit.measuring;

import java.io.IOException;
import pingmark.kit.loads.Load;

/**
 * Decides when a lane's connections send. It is chosen for each measurement, by whether its load has times of its own.
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

    /** Returns when something is to be sent without anything arriving before; NEVER: there is nothing. */
    abstract long nextDue();

    /** Sends what is due now. */
    abstract void sendDue();

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

    /** Returns the time from which a wait is reckoned. */
    abstract long waitsFrom(long latest);

    /** A poll of a connection brought nothing. */
    abstract void polledInVain();

    /** Passes over some of the messages that could not be sent, so long after the window that they are given up. */
    abstract void giveUp(LaneWindow window);

    /** Returns whether a message that counts is still to be sent. */
    abstract boolean owes(LaneWindow window);
}
