package pingmark.kit.loads;

import java.util.Arrays;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/**
 * Plays recorded traffic again: a connection sends at the recorded distances, over and over. Connections begin at
 * different places of the recording, evenly spread.
 */
final class Replay implements Load.Model {
    static final String NAME = "replay";
    private static final String GAPS = "gaps_ns";
    private static final String NUMBER = "[0-9]{1,13}";
    private static final long SECOND_NS = 1_000_000_000;

    private final long[] gaps;
    private final long length;

    private Replay(long[] gaps, long length) {
        this.gaps = gaps;
        this.length = length;
    }

    static Load.Model read(Request request, Load.Room room) throws Unsupported {
        String[] numbers = request.text(GAPS).split(" ", -1);
        Unsupported.unless(GAPS + " has numbers:", numbers.length, 1, Constants.MAX_RECORDED_MESSAGES);
        if (!Arrays.stream(numbers).allMatch(number -> number.matches(NUMBER))) {
            throw new Unsupported(GAPS + ": numbers of 0 to " + Constants.MAX_RECORDING_NS);
        }
        long[] gaps = Arrays.stream(numbers).mapToLong(Long::parseLong).toArray();
        long length = Arrays.stream(gaps).sum();
        Unsupported.unless(GAPS + " in all", length, 1, Constants.MAX_RECORDING_NS);
        Unsupported.unless(GAPS + ", messages a second", gaps.length * SECOND_NS / length, 0, Constants.MAX_RATE_PER_S);
        return new Replay(gaps, length);
    }

    @Override
    public boolean timed() {
        return true;
    }

    @Override
    public Load start(long origin, int connection, int connections) {
        return new Played(gaps, connection * length / connections, origin);
    }

    private static final class Played implements Load {
        private final long[] gaps;
        private int next;
        private long due;

        Played(long[] gaps, long begin, long origin) {
            this.gaps = gaps;
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
