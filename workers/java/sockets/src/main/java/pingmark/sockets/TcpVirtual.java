package pingmark.sockets;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;

/** {@link TcpThreads} with a virtual thread for each connection of the server; the client is the same. */
public final class TcpVirtual extends TcpThreads {
    @Override
    public Description description() {
        return new Description("java/tcp-virtual",
                "Blocking java.net.Socket, a virtual thread for each connection of the server", Transport.TCP, false,
                false, "server: a virtual thread for each connection; client: a thread for each connection",
                Description.BUFFER_BOUND, List.of())
                .takingOneWay();
    }

    /**
     * Found by reflection, so that any JDK from 17 on builds this. The CPU time of virtual threads is in their carrier
     * threads, which the kit counts.
     *
     * @throws IllegalStateException if this JDK has no virtual threads
     */
    @Override
    Executor serverThreads() {
        try {
            return (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) { // JDK 19 and 20 have the method, and refuse the call
            throw new IllegalStateException("needs JDK 21 or later; this is " + Runtime.version(), e);
        }
    }
}
