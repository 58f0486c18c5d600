package pingmark.kit.measuring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pingmark.kit.SharedVectors;
import pingmark.kit.protocol.Reply;

class SlowestTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1024})
    void areThoseThatSortingFinds(int most) throws IOException {
        Random random = new Random(most);
        Slowest slowest = new Slowest();
        slowest.begin(most);
        long[] all = LongStream.generate(() -> random.nextInt(3000)).limit(5000).toArray();
        for (int at = 0; at < all.length; at++) {
            slowest.offer(at, all[at], 0, at + all[at]);
        }
        Arrays.sort(all);
        assertArrayEquals(Arrays.copyOfRange(all, all.length - most, all.length), roundTrips(slowest));
    }

    @Test
    void areClearedByTheNextMeasurement() throws IOException {
        Slowest slowest = new Slowest();
        slowest.begin(1);
        slowest.offer(0, 100, 0, 100);
        slowest.begin(1);
        slowest.offer(0, 5, 0, 5);
        assertArrayEquals(new long[] {5}, roundTrips(slowest));
        slowest.begin(0);
        slowest.offer(0, 100, 0, 100);
        assertFalse(reply(slowest).has("slowest_sent_ns"));
    }

    @Test
    void ofLanesAreMerged() throws IOException {
        Slowest one = new Slowest();
        Slowest other = new Slowest();
        Slowest sum = new Slowest();
        one.begin(3);
        other.begin(3);
        sum.begin(3);
        LongStream.of(1, 9, 5, 7).forEach(roundTrip -> one.offer(0, roundTrip, 0, roundTrip));
        LongStream.of(8, 2).forEach(roundTrip -> other.offer(1, roundTrip, 0, roundTrip));
        sum.add(one);
        sum.add(other);
        assertArrayEquals(new long[] {7, 8, 9}, roundTrips(sum));
    }

    private static JsonObject reply(Slowest slowest) throws IOException {
        return JsonParser.parseString(slowest.write(Reply.ok(1)).line()).getAsJsonObject();
    }

    /** In ascending order. */
    private static long[] roundTrips(Slowest slowest) throws IOException {
        long[] received = SharedVectors.longs(reply(slowest), "slowest_received_ns");
        long[] intended = SharedVectors.longs(reply(slowest), "slowest_intended_ns");
        return IntStream.range(0, received.length).mapToLong(at -> received[at] - intended[at]).sorted().toArray();
    }
}
