package pingmark.kit.loads;

import java.util.Arrays;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/**
 * Plays recorded traffic again: a connection sends at the recorded distances, and messages of the recorded sizes, over
 * and over. Connections begin at different places of the recording, evenly spread.
 */
final class Replay implements Load.Model {
    static final String NAME = "replay";
    private static final String GAPS = "gaps_ns";
    private static final String SIZES = "sizes_bytes";
    private static final String NUMBER = "[0-9]{1,13}";
    private static final long SECOND_NS = 1_000_000_000;

    private final long[] gaps;
    private final long length;
    /** Of the messages; null: they are all as the client was connected for. */
    private final long[] sizes;

    private Replay(long[] gaps, long length, long[] sizes) {
        this.gaps = gaps;
        this.length = length;
        this.sizes = sizes;
    }

    static Load.Model read(Request request, Load.Room room) throws Unsupported {
        long[] gaps = numbers(request, GAPS, Constants.MAX_RECORDING_NS);
        long length = Arrays.stream(gaps).sum();
        Unsupported.unless(GAPS + " in all", length, 1, Constants.MAX_RECORDING_NS);
        Unsupported.unless(GAPS + ", messages a second", gaps.length * SECOND_NS / length, 0, Constants.MAX_RATE_PER_S);
        return new Replay(gaps, length, request.has(SIZES) ? sizes(request, gaps.length, room) : null);
    }

    private static long[] sizes(Request request, int messages, Load.Room room) throws Unsupported {
        if (!room.sized()) {
            throw new Unsupported(
                    SIZES + ": of streams whose messages have their length before them, and no library's payload");
        }
        long[] sizes = numbers(request, SIZES, room.messageBytes());
        Unsupported.unless(SIZES + " has, as " + GAPS + ", numbers:", sizes.length, messages, messages);
        Unsupported.unless(SIZES + ", the least", Arrays.stream(sizes).min().orElse(0), Constants.MIN_MESSAGE_BYTES,
                room.messageBytes());
        return sizes;
    }

    private static long[] numbers(Request request, String field, long most) throws Unsupported {
        String[] words = request.text(field).split(" ", -1);
        Unsupported.unless(field + " has numbers:", words.length, 1, Constants.MAX_RECORDED_MESSAGES);
        if (!Arrays.stream(words).allMatch(word -> word.matches(NUMBER))) {
            throw new Unsupported(field + ": numbers of 0 to " + most);
        }
        long[] numbers = Arrays.stream(words).mapToLong(Long::parseLong).toArray();
        Unsupported.unless(field + ", the most", Arrays.stream(numbers).max().orElse(0), 0, most);
        return numbers;
    }

    @Override
    public boolean timed() {
        return true;
    }

    @Override
    public boolean sized() {
        return sizes != null;
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return new Played(gaps, sizes, connection * length / connections, origin);
    }

    private static final class Played implements Load {
        private final long[] gaps;
        private final long[] sizes;
        private int next;
        private long due;

        Played(long[] gaps, long[] sizes, long begin, long origin) {
            this.gaps = gaps;
            this.sizes = sizes;
            long at = 0;
            while (at < begin) {
                at += gaps[next++];
            }
            next %= gaps.length;
            due = origin + at - begin;
        }

        @Override
        public long due() {
            return due;
        }

        @Override
        public int messageBytes() {
            return (int) sizes[next];
        }

        @Override
        public void sent() {
            due += gaps[next];
            if (++next == gaps.length) {
                next = 0;
            }
        }

        @Override
        public void ended() {
            // it is played on whatever the server does
        }
    }
}
