package pingmark.kit.protocol;

import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Says what a stack is and where its limits are.
 *
 * @param spins whether an idle server uses its core
 * @param keepsTimes whether a client wakes when a message is due, not only when one arrives
 * @param oneWay whether its server can count and acknowledge, in place of echoing
 * @param ticks whether its server can send unasked, and one lane receives it all
 * @param oneThread whether one thread can do both ends of a connection
 */
public record Description(String stack, String about, Transport transport, boolean spins, boolean keepsTimes,
        String threading, int maxInFlightBytes, List<StackOption> options, int maxConnections, boolean oneWay,
        boolean ticks, boolean oneThread) {
    private static final int MAX_CONNECTIONS = 10_000;
    private static final int MAX_DATAGRAM_BYTES = 65_507;

    /** A client that sends while it receives needs no lower limit than its memory. */
    public static final int MEMORY_BOUND = 16 << 20;

    /**
     * What a client that blocks in its send may have under way: more could fill the buffers of both directions, and
     * nobody would read.
     */
    public static final int BUFFER_BOUND = 256 << 10;

    public Description(String stack, String about, Transport transport, boolean spins, boolean keepsTimes,
            String threading, int maxInFlightBytes, List<StackOption> options) {
        this(stack, about, transport, spins, keepsTimes, threading, maxInFlightBytes, options, MAX_CONNECTIONS);
    }

    /** Of a stack whose server only echoes. */
    public Description(String stack, String about, Transport transport, boolean spins, boolean keepsTimes,
            String threading, int maxInFlightBytes, List<StackOption> options, int maxConnections) {
        this(stack, about, transport, spins, keepsTimes, threading, maxInFlightBytes, options, maxConnections, false,
                false, false);
    }

    /** Says what is spoken on the wire, and what follows from that. */
    public enum Transport {
        TCP("tcp", true, true, false, false),
        UDP("udp", false, false, false, false),
        TLS("tls", true, true, false, true),
        UNIX("unix", true, false, true, false),
        SHARED_MEMORY("shm", true, false, true, false),
        /** A stream in the bodies of requests, of which this kit has servers alone. */
        HTTP("http", true, true, false, false),
        /** The same in the messages of calls. */
        GRPC("grpc", true, true, false, false);

        /** A client can drive every server of its transport. */
        final String word;
        /** Bytes arrive; else whole messages. */
        final boolean stream;
        /** Its sockets have TCP's options. */
        final boolean tcp;
        /** An address is a folder of this machine, and a port the number of a socket in it. */
        final boolean local;
        final boolean encrypted;

        Transport(String word, boolean stream, boolean tcp, boolean local, boolean encrypted) {
            this.word = word;
            this.stream = stream;
            this.tcp = tcp;
            this.local = local;
            this.encrypted = encrypted;
        }
    }

    /** The same stack, whose server can count and acknowledge. */
    public Description takingOneWay() {
        return new Description(stack, about, transport, spins, keepsTimes, threading, maxInFlightBytes, options,
                maxConnections, true, ticks, oneThread);
    }

    /** The same stack, whose server can send snapshots. */
    public Description sendingUnasked() {
        return new Description(stack, about, transport, spins, keepsTimes, threading, maxInFlightBytes, options,
                maxConnections, oneWay, true, oneThread);
    }

    /** The same stack, whose server's end its client's thread can serve, too. */
    public Description inOneThread() {
        return new Description(stack, about, transport, spins, keepsTimes, threading, maxInFlightBytes, options,
                maxConnections, oneWay, ticks, true);
    }

    public boolean stream() {
        return transport.stream;
    }

    /** Returns whether it has no client. */
    public boolean alone() {
        return transport == Transport.HTTP || transport == Transport.GRPC;
    }

    private int maxMessageBytes() {
        return stream() ? Integer.BYTES + Constants.MAX_BODY_BYTES : MAX_DATAGRAM_BYTES;
    }

    String transmission() {
        return stream() ? "reliable" : "unreliable";
    }

    public void write(Reply reply) throws IOException {
        reply.put("stack", stack)
                .put("about", about)
                .put("transport", transport.word)
                .put("addresses", transport.local ? "folder" : "ip")
                .put("framing", stream() ? "stream" : "datagram")
                .put("roles", alone() ? List.of("server") : List.of("server", "client"))
                .put("waits", spins ? "spin" : "block")
                .put("threading", threading)
                .put("min_message_bytes", Constants.MIN_MESSAGE_BYTES)
                .put("max_message_bytes", maxMessageBytes())
                .put("max_connections", maxConnections)
                .put("max_in_flight", Constants.MAX_IN_FLIGHT)
                .put("max_in_flight_bytes", maxInFlightBytes)
                .put("sends_unasked", ticks)
                .put("pair_threads", pairThreads())
                .put("reliable", stream())
                .put("unreliable", !stream())
                .put("tls", transport.encrypted)
                .put("socket_options", SocketOptions.names(transport));
        StackOption.describe(options, reply);
    }

    /**
     * What one connection may have under way. A client that blocks in its send must find room for it in a send buffer
     * of a fixed size, where answers come back that are as large.
     */
    public int mostUnderWay(ConnectPlan plan) {
        if (plan.oneWay()) {
            return MEMORY_BOUND;
        }
        long asked = plan.options().sendBufferBytes();
        boolean fixed = maxInFlightBytes == BUFFER_BOUND && asked != SocketOptions.NOT_ASKED;
        return fixed ? (int) Math.max(plan.messageBytes(), Math.min(asked, maxInFlightBytes)) : maxInFlightBytes;
    }

    void check(ConnectPlan plan) throws Unsupported {
        within("message_bytes", plan.messageBytes(), Constants.MIN_MESSAGE_BYTES, maxMessageBytes());
        within("connections", plan.connections(), 1, maxConnections);
        within("in_flight", plan.inFlight(), 1, Constants.MAX_IN_FLIGHT);
        int most = mostUnderWay(plan);
        within(most < maxInFlightBytes ? "with this send buffer, in_flight x message_bytes"
                                       : "in_flight x message_bytes",
                plan.inFlight() * plan.messageBytes(), 1, most);
        within("connections x in_flight", plan.connections() * plan.inFlight(), 1, Constants.MAX_MESSAGES_IN_FLIGHT);
        if (plan.churns()
                && (transport != Transport.TCP || plan.inFlight() != 1 || plan.oneWay() || plan.ticks() != null)) {
            throw new Unsupported("churn: of TCP with in_flight 1, and not with one_way or snapshots");
        }
        if (plan.ticks() != null) {
            checkTicks(plan);
        }
        if (plan.oneWay()) {
            checkOneWay(plan);
        }
        if (plan.unframed() && !stream()) {
            throw new Unsupported("framing none: " + stack + " sends datagrams, which need no framing");
        }
    }

    /** A client tells them from answers by their length. */
    private void checkTicks(ConnectPlan plan) throws Unsupported {
        if (!ticks || plan.token() == null) {
            throw new Unsupported(
                    "snapshots: " + (ticks ? "a plain server sends nothing unasked" : stack + " can't send unasked"));
        }
        within("snapshot_bytes", plan.ticks().snapshotBytes(), Constants.MIN_SNAPSHOT_BYTES, maxMessageBytes());
        if (plan.oneWay() || plan.ticks().snapshotBytes() == plan.messageBytes()) {
            throw new Unsupported("snapshots: not with one_way, and not of message_bytes, which they are told by");
        }
    }

    private void checkOneWay(ConnectPlan plan) throws Unsupported {
        if (!oneWay || plan.token() == null) {
            throw new Unsupported("one_way: " + (oneWay ? "a plain server echoes" : stack + " can only be echoed to"));
        }
        if (Long.bitCount(plan.inFlight()) != 1) {
            throw new Unsupported("one_way: in_flight " + plan.inFlight() + " is no power of two");
        }
        within("one_way: message_bytes", plan.messageBytes(), Constants.MIN_ONE_WAY_MESSAGE_BYTES, maxMessageBytes());
    }

    /** How many threads both sides can have in one process. */
    private long[] pairThreads() {
        return oneThread ? new long[] {1, 2} : new long[] {2};
    }

    /** By how many both sides are to run in this process; 0: it is a server alone. */
    int pairThreads(Request request) throws Unsupported {
        if (!request.has("pair_threads")) {
            return 0;
        }
        long threads = request.integer("pair_threads");
        if (LongStream.of(pairThreads()).noneMatch(known -> known == threads)) {
            throw new Unsupported("pair_threads " + threads + ": " + stack + " can't");
        }
        return (int) threads;
    }

    private void within(String name, long value, long least, long most) throws Unsupported {
        if (value < least || value > most) {
            throw new Unsupported(name + " " + value + ": " + stack + " takes " + least + " to " + most);
        }
    }
}
