package pingmark.sockets;

import java.util.List;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;

/** The event loop of {@link TcpNio}, which polls its Selector and never waits. */
public final class TcpSelectNow extends TcpNio {
    @Override
    public Description description() {
        return new Description("java/tcp-select-now",
                "Event loop that spins: Selector.selectNow and non-blocking SocketChannels", Transport.TCP, true, true,
                "one spinning thread each for server and client", Description.MEMORY_BOUND, List.of())
                .takingOneWay()
                .sendingUnasked()
                .inOneThread();
    }
}
