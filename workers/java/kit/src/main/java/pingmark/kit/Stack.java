package pingmark.kit;

import java.io.IOException;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** A stack, found through META-INF/services/pingmark.kit.Stack. */
public interface Stack {
    Description description();

    /** Starts the threads that serve until the worker ends, and returns at once. */
    Listening listen(Server server) throws IOException;

    /** Opens all connections of the client and adds them to its lanes. */
    void connect(Client client) throws IOException;
}
