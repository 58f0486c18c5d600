package pingmark.kit.measuring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import pingmark.kit.SharedVectors;
import pingmark.kit.TestClients;
import pingmark.kit.loads.Load;
import pingmark.kit.loads.Loads;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.SnapshotPlan;

class LaneVectorsTest {
    private static final Set<String> DATAGRAM_FLAWS = Set.of("short", "long", "tiny");

    private static final List<String> NUMBERS = List.of("sent", "received", "answered", "lost", "unsent", "corrupt",
            "late", "duplicated", "reordered", "silent_connections", "rtt_max_ns", "rtt_sum_ns");

    @Test
    void onDatagrams() throws IOException {
        SharedVectors.each(vectors(vector -> !vector.has("framing")),
                vector -> compare(vector, false, clock -> new FakeLink(clock, false)));
    }

    @Test
    void onStreams() throws IOException {
        SharedVectors.each(vectors(LaneVectorsTest::isForStreams),
                vector -> compare(vector, true, clock -> new FakeLink(clock, true)));
    }

    @Test
    void onStreamsInSharedMemory() throws IOException {
        SharedVectors.each(vectors(LaneVectorsTest::isForStreams),
                vector -> compare(vector, true, clock -> new FakeInPlaceLink(clock, 1 << 20)));
    }

    private static List<JsonObject> vectors(Predicate<JsonObject> kind) throws IOException {
        return SharedVectors.vectors("lane").stream().filter(kind).toList();
    }

    private static boolean isForStreams(JsonObject vector) {
        return DATAGRAM_FLAWS.stream().noneMatch(flaw -> vector.toString().contains(flaw + "\""));
    }

    private static void compare(JsonObject vector, boolean stream, Function<FakeClock, FakeLink> network)
            throws Exception {
        boolean oneWay = vector.has("one_way");
        JsonObject snapshots = vector.getAsJsonObject("snapshots");
        SnapshotPlan plan = snapshots == null
                ? null
                : new SnapshotPlan(snapshots.get("rate_hz").getAsInt(), snapshots.get("snapshot_bytes").getAsInt());
        TestLane lane = new TestLane(stream, false, oneWay, plan, vector.get("connections").getAsInt(),
                vector.get("in_flight").getAsInt(), vector.get("lost_after_ns").getAsLong(), network);
        JsonObject load = vector.getAsJsonObject("load");
        Load.Model model = Loads.read(SharedVectors.request("run", load, load.keySet().toArray(String[] ::new)),
                TestClients.of(stream, oneWay, TestLane.MESSAGE_BYTES, plan != null));
        lane.begin(vector.get("begin_ns").getAsLong(), window(vector.getAsJsonObject("window")), model);
        for (JsonElement element : vector.getAsJsonArray("events")) {
            apply(lane, element.getAsJsonObject());
        }
        JsonObject expected = vector.getAsJsonObject("expect");
        assertEquals(sends(expected, "sends"), recorded(lane, link -> link.sent), "sends");
        if (stream && expected.has("calls")) {
            assertEquals(sends(expected, "calls"), recorded(lane, link -> link.calls), "calls");
        }
        assertEquals(expected.get("is_over").getAsBoolean(), !lane.lane.running(), "is over");
        compare(expected.getAsJsonObject("result"), lane.end());
    }

    private static Window window(JsonObject fields) {
        return new Window(fields.get("from_ns").getAsLong(), number(fields, "to_ns"), number(fields, "messages"),
                fields.has("lap_messages") ? fields.get("lap_messages").getAsInt() : Window.NO_LAPS,
                Window.LOST_AS_CONNECTED, fields.has("slowest") ? fields.get("slowest").getAsInt() : Window.NO_SLOWEST);
    }

    private static long number(JsonObject fields, String name) {
        return fields.has(name) ? fields.get(name).getAsLong() : Window.UNLIMITED;
    }

    private static void apply(TestLane lane, JsonObject event) {
        if (event.has("answers")) {
            List<byte[]> answers = new ArrayList<>();
            for (JsonElement element : event.getAsJsonArray("answers")) {
                JsonObject answer = element.getAsJsonObject();
                String flaw = answer.has("flaw") ? answer.get("flaw").getAsString() : "";
                if (answer.has("tick")) {
                    answers.add(
                            lane.snapshot(answer.get("tick").getAsInt(), answer.get("tick_at_ns").getAsLong(), flaw));
                    continue;
                }
                int sequence = answer.get("sequence").getAsInt();
                int bytes = answer.has("bytes") ? answer.get("bytes").getAsInt() : TestLane.MESSAGE_BYTES;
                answers.add(answer.has("arrived") ? lane.acknowledgement(sequence, answer.get("arrived").getAsLong())
                                                  : lane.answer(sequence, flaw, bytes));
            }
            lane.arrive(event.get("connection").getAsInt(), answers);
        }
        lane.pass(event.get("at_ns").getAsLong());
    }

    private static List<List<Long>> recorded(TestLane lane, Function<FakeLink, List<FakeLink.Recorded>> which) {
        List<List<Long>> all = new ArrayList<>();
        for (int number = 0; number < lane.links.size(); number++) {
            for (FakeLink.Recorded one : which.apply(lane.links.get(number))) {
                all.add(List.of(one.at(), (long) number, (long) one.value()));
            }
        }
        all.sort(Comparator.comparing(one -> one.get(0)));
        return all;
    }

    private static List<List<Long>> sends(JsonObject expected, String name) {
        List<List<Long>> all = new ArrayList<>();
        for (JsonElement send : expected.getAsJsonArray(name)) {
            JsonArray fields = send.getAsJsonArray();
            all.add(List.of(fields.get(0).getAsLong(), fields.get(1).getAsLong(), fields.get(2).getAsLong()));
        }
        all.sort(Comparator.comparing((List<Long> send) -> send.get(0)).thenComparing(send -> send.get(1)));
        return all;
    }

    private static void compare(JsonObject expected, Result result) throws IOException {
        Counts counts = result.counts();
        JsonObject ours = JsonParser.parseString(counts.write(Reply.ok(1)).line()).getAsJsonObject();
        assertEquals(expected.get("from_ns").getAsLong(), result.from() - FakeClock.START);
        assertEquals(expected.get("to_ns").getAsLong(), result.to() - FakeClock.START);
        for (String name : NUMBERS) {
            assertEquals(expected.get(name), ours.get(name), name);
        }
        compare(expected, "round_trips_ns", counts.roundTrips);
        assertEquals(expected.has("uncorrected_ns"), ours.has("uncorrected_histogram"));
        if (expected.has("uncorrected_ns")) {
            compare(expected, "uncorrected_ns", counts.uncorrected);
            compare(expected, "send_lateness_ns", counts.sendLateness);
        }
        assertEquals(expected.has("snapshots"), ours.has("snapshots"));
        if (expected.has("snapshots")) {
            JsonObject snapshots = expected.getAsJsonObject("snapshots");
            assertEquals(snapshots.get("received"), ours.get("snapshots_received"));
            assertEquals(snapshots.get("lost"), ours.get("snapshots_lost"));
            compare(snapshots, "lateness_ns", counts.snapshotLateness);
            compare(snapshots, "skew_ns", counts.snapshotSkew);
        }
        if (expected.has("laps_ns")) {
            assertArrayEquals(SharedVectors.longs(expected, "laps_ns"), counts.laps.durations());
        }
        assertEquals(expected.has("slowest"), ours.has("slowest_sent_ns"));
        if (expected.has("slowest")) {
            assertEquals(expected.getAsJsonArray("slowest").toString(), slowest(ours).toString().replace(" ", ""));
        }
    }

    /** Returns them in the vectors' form and order. */
    private static List<List<Long>> slowest(JsonObject ours) {
        long[] connections = SharedVectors.longs(ours, "slowest_connections");
        List<List<Long>> messages = new ArrayList<>();
        for (int at = 0; at < connections.length; at++) {
            messages.add(List.of(connections[at], time(ours, "slowest_intended_ns", at),
                    time(ours, "slowest_sent_ns", at), time(ours, "slowest_received_ns", at)));
        }
        messages.sort(
                Comparator.comparing((List<Long> message) -> message.get(0)).thenComparing(message -> message.get(1)));
        return messages;
    }

    private static long time(JsonObject ours, String name, int at) {
        return SharedVectors.longs(ours, name)[at] - FakeClock.START;
    }

    private static void compare(JsonObject expected, String name, Histogram ours) {
        Histogram theirs = new Histogram();
        for (long value : SharedVectors.longs(expected, name)) {
            theirs.record(value);
        }
        assertArrayEquals(theirs.sparse(), ours.sparse(), name);
    }
}
