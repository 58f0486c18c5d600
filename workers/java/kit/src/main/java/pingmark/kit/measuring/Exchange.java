package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.protocol.ConnectPlan;

/** Decides what a connection does with messages that arrive. It is chosen when the connection is made. */
abstract class Exchange {
    final Connection connection;

    Exchange(Connection connection) {
        this.connection = connection;
    }

    static Exchange of(Connection connection, ConnectPlan plan) {
        if (plan.oneWay()) {
            return new Acknowledgements(connection);
        }
        return plan.ticks() == null ? new Echoes(connection) : new EchoesAndSnapshots(connection, plan.ticks());
    }

    /** A measurement begins. */
    void begin() {
    }

    /** Returns whether it takes bodies of this length, each of which has to arrive whole. */
    abstract boolean takes(int bodyBytes);

    abstract void take(ByteBuffer data, int bodyAt, int bodyBytes, long now) throws IOException;

    /** Takes the beginning of a body of another length. */
    abstract void takeOther(int sequence, int bodyBytes, long now) throws IOException;
}
