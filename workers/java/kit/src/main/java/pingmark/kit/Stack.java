package pingmark.kit;

import java.io.IOException;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** An I/O model, which is what is compared. It is found through META-INF/services/pingmark.kit.Stack. */
public interface Stack {
    Description description();

    /** Starts serving and returns at once; the threads run until the worker ends. */
    Listening listen(Server server) throws IOException;

    /** Opens all connections of the client and gives them to its lanes. */
    void connect(Client client) throws IOException;
}
