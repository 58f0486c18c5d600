package pingmark.kit.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import pingmark.kit.protocol.Reply;

class ThreadSumTest {
    private final ThreadSum sum = new ThreadSum();

    @Test
    void aThreadThatEndsUnseenKeepsWhatItHadWhenItWasReadLast() {
        assertEquals(30, sum.of(Map.of(1L, 10L, 2L, 20L)));
        assertEquals(35, sum.of(Map.of(1L, 15L)));
        assertEquals(36, sum.of(Map.of(1L, 16L)));
    }

    @Test
    void aThreadThatSaysWhatItHadCountsOnceWhileItIsListedAndAfterwards() {
        assertEquals(30, sum.of(Map.of(1L, 10L, 2L, 20L)));
        sum.ends(2, 25);
        assertEquals(36, sum.of(Map.of(1L, 11L, 2L, 26L)));
        assertEquals(36, sum.of(Map.of(1L, 11L)));
    }

    @Test
    void aThreadThatEndsCountsOnceWhetherItWasReadBeforeOrNot() {
        sum.ends(1, 7);
        assertEquals(7, sum.of(Map.of()));
        assertEquals(16, sum.of(Map.of(2L, 9L)));
        sum.ends(2, 8);
        assertEquals(16, sum.of(Map.of()));
    }

    @Test
    void theNumberOfAThreadThatHasEndedMayBeAnothersNext() {
        assertEquals(10, sum.of(Map.of(1L, 10L)));
        assertEquals(13, sum.of(Map.of(1L, 3L)));
        sum.ends(1, 4);
        sum.keep(Set.of());
        assertEquals(16, sum.of(Map.of(1L, 2L)));
    }

    /** Each thread waits, so that the process has more context switches with each. */
    @Test
    void usageNeverTellsLessThanBefore() throws Exception {
        JsonObject before = usage();
        for (int i = 0; i < 20; i++) {
            Thread ours = WorkThread.start("ours", () -> {});
            Thread anothers = new Thread(() -> {});
            anothers.start();
            JsonObject between = usage();
            ours.join();
            anothers.join();
            JsonObject after = usage();
            for (String key : Set.of("voluntary_switches", "involuntary_switches", "allocated_bytes")) {
                assertTrue(between.get(key).getAsLong() >= before.get(key).getAsLong(), key);
                assertTrue(after.get(key).getAsLong() >= between.get(key).getAsLong(), key);
            }
            before = after;
        }
    }

    private static JsonObject usage() throws IOException {
        Reply reply = Reply.ok(1);
        Usage.write(reply);
        return JsonParser.parseString(reply.line()).getAsJsonObject();
    }
}
