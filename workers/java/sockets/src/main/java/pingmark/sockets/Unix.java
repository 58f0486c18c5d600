package pingmark.sockets;

import java.util.List;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;

/** The event loop of {@link TcpNio} over Unix stream sockets. */
public final class Unix extends TcpNio {
    @Override
    public Description description() {
        return new Description("java/unix",
                "Unix stream sockets, event loop: Selector.select and non-blocking SocketChannels", Transport.UNIX,
                false, true, "one thread each for server and client", Description.MEMORY_BOUND, List.of())
                .sendingUnasked();
    }
}
