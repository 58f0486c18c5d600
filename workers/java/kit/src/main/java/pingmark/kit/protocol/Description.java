package pingmark.kit.protocol;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Describes a stack and its limits.
 *
 * @param spins whether an idle server uses its core
 * @param keepsTimes whether a client wakes when a message is due, not only when one arrives
 * @param abilities beyond echoing
 */
public record Description(String stack, String about, Transport transport, boolean spins, boolean keepsTimes,
        String threading, int maxInFlightBytes, List<StackOption> options, Set<Ability> abilities) {
    private static final int MAX_CONNECTIONS = 10_000;
    /** Memory of /dev/shm is memory of the machine. */
    private static final int MAX_SHARED_MEMORY_CONNECTIONS = 256;
    private static final int MAX_DATAGRAM_BYTES = 65_507;

    /** {@code maxInFlightBytes} of a client that receives while it sends: only memory limits it. */
    public static final int MEMORY_BOUND = 16 << 20;
    /**
     * {@code maxInFlightBytes} of a client that blocks in its send: with more in flight the buffers of both directions
     * could fill, and neither side would read.
     */
    public static final int BUFFER_BOUND = 256 << 10;

    /** Describes a stack that only echoes. */
    public Description(String stack, String about, Transport transport, boolean spins, boolean keepsTimes,
            String threading, int maxInFlightBytes, List<StackOption> options) {
        this(stack, about, transport, spins, keepsTimes, threading, maxInFlightBytes, options, Set.of());
    }

    enum Ability { COUNTS_ONE_WAY, SENDS_SNAPSHOTS, SERVES_BOTH_ENDS_IN_ONE_THREAD }

    /** A client can drive every server of its transport. */
    public enum Transport {
        TCP("tcp", true, true, false, false),
        UDP("udp", false, false, false, false),
        TLS("tls", true, true, false, true),
        UNIX("unix", true, false, true, false),
        SHARED_MEMORY("shm", true, false, true, false),
        /** A stream in the bodies of requests; this kit has servers only. */
        HTTP("http", true, true, false, false);

        final String word;
        /** Else datagrams. */
        final boolean stream;
        /** Its sockets have TCP's options. */
        final boolean tcp;
        /** The address is a folder of this machine, and the port the number of a socket in it. */
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

    /** Returns the same stack, whose server can count and acknowledge messages instead of echoing them. */
    public Description takingOneWay() {
        return with(Ability.COUNTS_ONE_WAY);
    }

    /** Returns the same stack, whose server can send snapshots, and whose client receives them all in one lane. */
    public Description sendingUnasked() {
        return with(Ability.SENDS_SNAPSHOTS);
    }

    /** Returns the same stack, whose client's thread can serve the server's end of a connection, too. */
    public Description inOneThread() {
        return with(Ability.SERVES_BOTH_ENDS_IN_ONE_THREAD);
    }

    private Description with(Ability ability) {
        Set<Ability> all = new HashSet<>(abilities);
        all.add(ability);
        return new Description(
                stack, about, transport, spins, keepsTimes, threading, maxInFlightBytes, options, Set.copyOf(all));
    }

    public boolean oneWay() {
        return abilities.contains(Ability.COUNTS_ONE_WAY);
    }

    public boolean snapshots() {
        return abilities.contains(Ability.SENDS_SNAPSHOTS);
    }

    public boolean stream() {
        return transport.stream;
    }

    public boolean isServerOnly() {
        return transport == Transport.HTTP;
    }

    private int maxConnections() {
        return transport == Transport.SHARED_MEMORY ? MAX_SHARED_MEMORY_CONNECTIONS : MAX_CONNECTIONS;
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
                .put("roles", isServerOnly() ? List.of("server") : List.of("server", "client"))
                .put("waits", spins ? "spin" : "block")
                .put("threading", threading)
                .put("min_message_bytes", Constants.MIN_MESSAGE_BYTES)
                .put("max_message_bytes", maxMessageBytes())
                .put("max_connections", maxConnections())
                .put("max_in_flight", Constants.MAX_IN_FLIGHT)
                .put("max_in_flight_bytes", maxInFlightBytes)
                .put("sends_unasked", snapshots())
                .put("pair_threads", pairThreads())
                .put("reliable", stream())
                .put("unreliable", !stream())
                .put("tls", transport.encrypted)
                .put("socket_options", SocketOptions.names(transport));
        StackOption.describe(options, reply);
    }

    /** Returns the limit of bytes in flight on one connection. A blocking client's send buffer lowers it. */
    public int maxInFlightBytes(ConnectPlan plan) {
        if (plan.oneWay()) {
            return MEMORY_BOUND;
        }
        long asked = plan.options().sendBufferBytes();
        boolean fixed = maxInFlightBytes == BUFFER_BOUND && asked != SocketOptions.NOT_ASKED;
        return fixed ? (int) Math.max(plan.messageBytes(), Math.min(asked, maxInFlightBytes)) : maxInFlightBytes;
    }

    void check(ConnectPlan plan) throws Unsupported {
        requireWithin("message_bytes", plan.messageBytes(), Constants.MIN_MESSAGE_BYTES, maxMessageBytes());
        requireWithin("connections", plan.connections(), 1, maxConnections());
        requireWithin("in_flight", plan.inFlight(), 1, Constants.MAX_IN_FLIGHT);
        int most = maxInFlightBytes(plan);
        requireWithin(most < maxInFlightBytes ? "with this send buffer, in_flight x message_bytes"
                                              : "in_flight x message_bytes",
                plan.inFlight() * plan.messageBytes(), 1, most);
        requireWithin(
                "connections x in_flight", plan.connections() * plan.inFlight(), 1, Constants.MAX_MESSAGES_IN_FLIGHT);
        if (plan.churns()
                && (transport != Transport.TCP || plan.inFlight() != 1 || plan.oneWay() || plan.snapshots() != null)) {
            throw new Unsupported("churn: only TCP with in_flight 1, without one_way and snapshots");
        }
        if (plan.snapshots() != null) {
            checkSnapshots(plan);
        }
        if (plan.oneWay()) {
            checkOneWay(plan);
        }
        if (plan.unframed() && !stream()) {
            throw new Unsupported("framing none: " + stack + " sends datagrams, which need no framing");
        }
    }

    private void checkSnapshots(ConnectPlan plan) throws Unsupported {
        if (!snapshots() || plan.token() == null) {
            throw new Unsupported("snapshots: "
                    + (snapshots() ? "a plain server sends no snapshots" : stack + " can't send snapshots"));
        }
        requireWithin(
                "snapshot_bytes", plan.snapshots().snapshotBytes(), Constants.MIN_SNAPSHOT_BYTES, maxMessageBytes());
        if (plan.oneWay() || plan.snapshots().snapshotBytes() == plan.messageBytes()) {
            throw new Unsupported("snapshots: not with one_way, and not with snapshot_bytes = message_bytes");
        }
    }

    private void checkOneWay(ConnectPlan plan) throws Unsupported {
        if (!oneWay() || plan.token() == null) {
            throw new Unsupported("one_way: " + (oneWay() ? "a plain server only echoes" : stack + " only echoes"));
        }
        if (Long.bitCount(plan.inFlight()) != 1) {
            throw new Unsupported("one_way: in_flight " + plan.inFlight() + " is not a power of two");
        }
        requireWithin(
                "one_way: message_bytes", plan.messageBytes(), Constants.MIN_ONE_WAY_MESSAGE_BYTES, maxMessageBytes());
    }

    private long[] pairThreads() {
        return abilities.contains(Ability.SERVES_BOTH_ENDS_IN_ONE_THREAD) ? new long[] {1, 2} : new long[] {2};
    }

    /** Returns the number of threads of client and server in this process; 0: this process has no client. */
    int pairThreads(Request request) throws Unsupported {
        if (!request.has("pair_threads")) {
            return 0;
        }
        long threads = request.integer("pair_threads");
        if (LongStream.of(pairThreads()).noneMatch(known -> known == threads)) {
            throw new Unsupported(
                    "pair_threads " + threads + ": " + stack + " takes " + Arrays.toString(pairThreads()));
        }
        return (int) threads;
    }

    private void requireWithin(String name, long value, long least, long most) throws Unsupported {
        if (value < least || value > most) {
            throw new Unsupported(name + " " + value + ": " + stack + " takes " + least + " to " + most);
        }
    }
}
