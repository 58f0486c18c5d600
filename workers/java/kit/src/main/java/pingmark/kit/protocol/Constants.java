package pingmark.kit.protocol;

/** The numbers of protocol/constants.json that this kit uses. A test compares them. */
public final class Constants {
    public static final int PROTOCOL = 1;

    public static final long FIRST_LOOK_FOR_LOSSES_AFTER_NS = 5_000_000;
    public static final long LONGEST_WAIT_NS = 50_000_000;
    /** An empty poll costs less than reading the clock. */
    public static final int POLLS_PER_CLOCK_READING = 1024;
    /** Limits of messages that a timed load sends, or gives up, before the lane receives again. */
    public static final int DUE_MESSAGES_PER_PASS = 16;
    public static final int GIVEN_UP_MESSAGES_PER_PASS = 65_536;
    public static final long WATCHDOG_INTERVAL_NS = 100_000_000;
    public static final int WATCHDOG_ALL_LANES_SILENT_INTERVALS = 30;
    public static final int WATCHDOG_ONE_LANE_SILENT_INTERVALS = 300;
    /** A dying server's connections end one after the other. */
    public static final long ENDED_TOGETHER_NS = 20_000_000;
    public static final long DISCONNECT_PATIENCE_NS = 1_000_000_000;
    public static final long FORGET_PATIENCE_NS = 2_000_000_000;
    public static final long HELLO_REPEAT_NS = 100_000_000;
    public static final long SHORTAGE_PAUSE_NS = 100_000_000;

    /** A full socket drains by itself. After so many tries a datagram is dropped, as the network might. */
    public static final int FULL_SOCKET_TRIES = 1000;
    public static final int KNOWN_DATAGRAM_PEERS = 16_384;
    public static final int CONNECTED_DATAGRAM_PEERS = 64;

    public static final int MIN_MESSAGE_BYTES = 8;
    public static final int MIN_BODY_BYTES = 4;
    public static final int MAX_BODY_BYTES = 65_536;
    public static final int MAX_LINE_BYTES = 4 << 20;
    public static final int MAX_IN_FLIGHT = 65_536;
    public static final int MAX_MESSAGES_IN_FLIGHT = 1 << 22;
    /** What the buffers of one connection hold while nobody reads. */
    public static final int MAX_PREFLOOD_BYTES = 262_144;
    /** One way: acknowledgements per window. An acknowledgement must fit in the place of a message. */
    public static final int ONE_WAY_PARTS = 4;
    public static final int MIN_ONE_WAY_MESSAGE_BYTES = 20;
    /** Snapshots are sent for as long as the lease lasts after an input. */
    public static final int MAX_SNAPSHOT_RATE_HZ = 1_000;
    public static final int MIN_SNAPSHOT_BYTES = 20;
    public static final long SNAPSHOT_LEASE_NS = 1_000_000_000;
    public static final int MAX_LAPS = 200_000;
    public static final int MAX_SLOWEST_MESSAGES = 1_024;
    public static final int MAX_VECTOR_VALUES = 100_000_000;
    public static final int MAX_RATE_PER_S = 10_000_000;
    public static final int MAX_SEED = Integer.MAX_VALUE;
    public static final int MAX_RECORDED_MESSAGES = 5_000;
    public static final long MAX_RECORDING_NS = 3_600_000_000_000L;
    public static final long MAX_WINDOW_NS = 1_000_000_000_000_000L;
    public static final long MAX_START_AHEAD_NS = 60_000_000_000L;
    public static final long MAX_LOST_AFTER_NS = 3_600_000_000_000L;

    public static final long DEFAULT_LOST_AFTER_NS = 1_000_000_000;
    public static final long DEFAULT_CONNECT_TIMEOUT_NS = 5_000_000_000L;
    /** The start burst of many clients overflows Linux's default without a trace. */
    public static final int DEFAULT_DATAGRAM_RECEIVE_BUFFER_BYTES = 4 << 20;
    public static final int POOL_PORTIONS_PER_LANE = 4;
    public static final int ANSWERS_REMEMBERED_PER_SLOT = Long.SIZE;
    public static final int PAYLOAD_BLOCK_BYTES = 65_536 + 4_096;

    /** How long a clock is read to find its resolution, and again to find the cost of a call. */
    public static final long TIMER_WATCH_NS = 60_000_000;

    private Constants() {
    }
}
