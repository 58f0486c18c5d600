package pingmark.kit;

import java.io.IOException;
import java.util.List;

/** What a stack is and where its limits are. */
public record Description(String stack, String about, Transport transport, boolean spins, String threading,
        int maxMessageBytes, int maxConnections, int maxInFlightBytes, List<String> options) {
    public static final String CLIENT_THREADS = "client_threads";

    public static final int MIN_MESSAGE_BYTES = 8;
    public static final int MAX_IN_FLIGHT = 1 << 16;

    /** A client that sends while it receives needs no lower limit than its memory. */
    public static final int MEMORY_BOUND = 16 << 20;

    /**
     * What a client that blocks in its send may have under way: more could fill the buffers of both directions, and
     * nobody would read.
     */
    public static final int BUFFER_BOUND = 256 << 10;

    /** Slots of all connections together: 28 bytes each, so 112 MiB. */
    private static final long MAX_SLOTS = 1 << 22;

    public enum Transport { TCP, UDP }

    /** A stack without options. */
    public Description(String stack, String about, Transport transport, boolean spins, String threading,
            int maxMessageBytes, int maxConnections, int maxInFlightBytes) {
        this(stack, about, transport, spins, threading, maxMessageBytes, maxConnections, maxInFlightBytes, List.of());
    }

    public boolean stream() {
        return transport == Transport.TCP;
    }

    String transmission() {
        return stream() ? "reliable" : "unreliable";
    }

    void write(Reply reply) throws IOException {
        reply.put("stack", stack)
                .put("about", about)
                .put("transport", stream() ? "tcp" : "udp")
                .put("framing", stream() ? "stream" : "datagram")
                .put("roles", List.of("server", "client"))
                .put("waits", spins ? "spin" : "block")
                .put("threading", threading)
                .put("min_message_bytes", MIN_MESSAGE_BYTES)
                .put("max_message_bytes", maxMessageBytes)
                .put("max_connections", maxConnections)
                .put("max_in_flight", MAX_IN_FLIGHT)
                .put("max_in_flight_bytes", maxInFlightBytes)
                .put("overhead_bytes", 0)
                .put("reliable", stream())
                .put("unreliable", !stream())
                .put("tls", false)
                .put("socket_options", SocketOptions.names(transport))
                .put("options", options);
    }

    /**
     * What one connection may have under way. A client that blocks in its send must find room for it in a send buffer
     * of a fixed size.
     */
    int mostUnderWay(ConnectPlan plan) {
        long asked = plan.options().sendBufferBytes();
        boolean fixed = maxInFlightBytes == BUFFER_BOUND && asked != SocketOptions.NOT_ASKED;
        return fixed ? (int) Math.max(plan.messageBytes(), Math.min(asked, maxInFlightBytes)) : maxInFlightBytes;
    }

    void check(ConnectPlan plan) throws Unsupported {
        within("message_bytes", plan.messageBytes(), MIN_MESSAGE_BYTES, maxMessageBytes);
        within("connections", plan.connections(), 1, maxConnections);
        within("in_flight", plan.inFlight(), 1, MAX_IN_FLIGHT);
        int most = mostUnderWay(plan);
        within(most < maxInFlightBytes ? "with this send buffer, in_flight x message_bytes"
                                       : "in_flight x message_bytes",
                plan.inFlight() * plan.messageBytes(), 1, most);
        within("connections x in_flight", plan.connections() * plan.inFlight(), 1, MAX_SLOTS);
        if (plan.unframed() && !stream()) {
            throw new Unsupported("framing none: " + stack + " sends datagrams, which need no framing");
        }
    }

    private void within(String name, long value, long least, long most) throws Unsupported {
        if (value < least || value > most) {
            throw new Unsupported(name + " " + value + ": " + stack + " takes " + least + " to " + most);
        }
    }
}
