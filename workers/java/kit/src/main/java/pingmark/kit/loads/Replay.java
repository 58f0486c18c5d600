package pingmark.kit.loads;

import java.util.Arrays;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

/**
 * Replays recorded traffic: each connection sends with the recorded gaps and sizes, over and over. Connections begin
 * evenly spread over the recording.
 */
final class Replay implements Load {
    private static final String GAPS = "gaps_ns";
    private static final String SIZES = "sizes_bytes";
    private static final String NUMBER = "[0-9]{1,13}";
    private static final long SECOND_NS = 1_000_000_000;

    private final long[] gaps;
    /** Null: all messages have the size of the connect request. */
    private final long[] sizes;
    private int next;
    private long due;

    private Replay(long[] gaps, long[] sizes, long begin, long origin) {
        this.gaps = gaps;
        this.sizes = sizes;
        long at = 0;
        while (at < begin) {
            at += gaps[next++];
        }
        next %= gaps.length;
        due = origin + at - begin;
    }

    static Model read(Request request, ClientTraits client) throws Unsupported {
        long[] gaps = numbers(request, GAPS, Constants.MAX_RECORDING_NS);
        long lengthNs = Arrays.stream(gaps).sum();
        Unsupported.requireWithin("sum of " + GAPS, lengthNs, 1, Constants.MAX_RECORDING_NS);
        Unsupported.requireWithin(
                "messages a second of " + GAPS, gaps.length * SECOND_NS / lengthNs, 0, Constants.MAX_RATE_PER_S);
        long[] sizes = request.has(SIZES) ? sizes(request, gaps.length, client) : null;
        return new Model(true, sizes != null, Sends.TOGETHER,
                (origin, connection,
                        connections) -> new Replay(gaps, sizes, connection * lengthNs / connections, origin));
    }

    private static long[] sizes(Request request, int messages, ClientTraits client) throws Unsupported {
        if (!client.sized()) {
            throw new Unsupported(SIZES + ": only framed streams, and not with a library's payload");
        }
        long[] sizes = numbers(request, SIZES, client.messageBytes());
        Unsupported.requireWithin("count of " + SIZES, sizes.length, messages, messages);
        Unsupported.requireWithin("minimum of " + SIZES, Arrays.stream(sizes).min().orElse(0),
                Constants.MIN_MESSAGE_BYTES, client.messageBytes());
        return sizes;
    }

    private static long[] numbers(Request request, String field, long most) throws Unsupported {
        String[] words = request.text(field).split(" ", -1);
        Unsupported.requireWithin("count of " + field, words.length, 1, Constants.MAX_RECORDED_MESSAGES);
        if (!Arrays.stream(words).allMatch(word -> word.matches(NUMBER))) {
            throw new Unsupported(field + ": numbers of 0 to " + most);
        }
        long[] numbers = Arrays.stream(words).mapToLong(Long::parseLong).toArray();
        Unsupported.requireWithin("maximum of " + field, Arrays.stream(numbers).max().orElse(0), 0, most);
        return numbers;
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
}
