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
    private final Usage.ThreadSum sum = new Usage.ThreadSum();

    @Test
    void aThreadThatEndsUnseenKeepsItsLastReading() {
        assertEquals(30, sum.update(Map.of(1L, 10L, 2L, 20L)));
        assertEquals(35, sum.update(Map.of(1L, 15L)));
        assertEquals(36, sum.update(Map.of(1L, 16L)));
    }

    @Test
    void aThreadThatReportsItsEndCountsOnceWhileListedAndAfterwards() {
        assertEquals(30, sum.update(Map.of(1L, 10L, 2L, 20L)));
        sum.ends(2, 25);
        assertEquals(36, sum.update(Map.of(1L, 11L, 2L, 26L)));
        assertEquals(36, sum.update(Map.of(1L, 11L)));
    }

    @Test
    void aThreadThatReportsItsEndCountsOnceEvenIfNeverRead() {
        sum.ends(1, 7);
        assertEquals(7, sum.update(Map.of()));
        assertEquals(16, sum.update(Map.of(2L, 9L)));
        sum.ends(2, 8);
        assertEquals(16, sum.update(Map.of()));
    }

    @Test
    void theSystemMayReuseTheNumberOfAThread() {
        assertEquals(10, sum.update(Map.of(1L, 10L)));
        assertEquals(13, sum.update(Map.of(1L, 3L)));
        sum.ends(1, 4);
        sum.retain(Set.of());
        assertEquals(16, sum.update(Map.of(1L, 2L)));
    }

    @Test
    void usageNeverDecreases() throws Exception {
        JsonObject before = usage();
        for (int i = 0; i < 20; i++) {
            Thread ours = WorkThread.start("ours", () -> {});
            Thread others = new Thread(() -> {});
            others.start();
            JsonObject between = usage();
            ours.join();
            others.join();
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
