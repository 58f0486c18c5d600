package pingmark.kit.measuring;

import java.io.IOException;

/** Sends whenever a slot is free. So the lane is never due: what frees a slot sends the next message. */
final class UntimedSchedule extends Schedule {
    UntimedSchedule(Lane lane, Connection[] connections) {
        super(lane, connections);
    }

    @Override
    void begin() {
        for (Connection connection : connections) {
            connection.resend();
        }
    }

    @Override
    void goOn(Connection connection, long now, boolean behind) throws IOException {
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

    /** After the window it does not: with a dead server the drain would wait once more for the message's loss. */
    @Override
    boolean refills(long now) {
        return lane.sending() && !lane.window().isOver(now);
    }

    /** What goes one way ends when the last message of its part has been sent, be it after the window. */
    private boolean fills(long now) {
        return refills(now) || (lane.plan().oneWay() && lane.sending() && !lane.window().allSettled());
    }
}
