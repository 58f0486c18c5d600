package pingmark.kit.loads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pingmark.kit.Rooms;
import pingmark.kit.SharedVectors;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

class LoadsTest {
    private static final String[] FIELDS = {"load", "rate_per_s", "arrivals", "seed", "burst", "gaps_ns"};
    private static final String[] OF_EXCHANGES = {"load", "batch", "preflood"};
    private static final int FIRST = 8;

    @TestFactory
    Stream<DynamicTest> areDueWhenTheVectorSays() throws IOException {
        return SharedVectors.tests("loads", Object::toString, LoadsTest::compare);
    }

    private static void compare(JsonObject vector) throws Request.Malformed, Unsupported {
        long origin = 1_000_000_007;
        Load load = Loads.read(SharedVectors.request("run", vector, FIELDS), Rooms.STREAM)
                            .start(origin, vector.get("connection").getAsInt(), vector.get("connections").getAsInt());
        long[] first = new long[FIRST];
        long sum = 0;
        long last = 0;
        for (int number = 0; number < vector.get("messages").getAsInt(); number++) {
            last = load.due() - origin;
            sum += last;
            if (number < FIRST) {
                first[number] = last;
            }
            load.sent();
        }
        assertArrayEquals(SharedVectors.longs(vector, "first_ns"), first);
        assertEquals(vector.get("last_ns").getAsLong(), last);
        assertEquals(vector.get("sum_ns").getAsLong(), sum);
    }

    @TestFactory
    Stream<DynamicTest> goOnAsTheVectorSays() throws IOException {
        return SharedVectors.list("loads", "exchanges")
                .stream()
                .map(vector -> DynamicTest.dynamicTest(vector.toString(), () -> exchange(vector)));
    }

    private static void exchange(JsonObject vector) throws Request.Malformed, Unsupported {
        Load load = Loads.read(SharedVectors.request("run", vector, OF_EXCHANGES), Rooms.STREAM).start(0, 0, 1);
        StringBuilder atOnce = new StringBuilder().append(load.due() == Load.AT_ONCE ? 1 : 0);
        for (char step : vector.get("steps").getAsString().toCharArray()) {
            if (step == 's') {
                load.sent();
            } else {
                load.ended();
            }
            atOnce.append(load.due() == Load.AT_ONCE ? 1 : 0);
        }
        assertEquals(vector.get("at_once").getAsString(), atOnce.toString());
    }

    @Test
    void aBatchIsNoMoreThanMayBeInFlight() throws Request.Malformed, Unsupported {
        Load.Room room = Rooms.of(5, 8, Constants.MAX_PREFLOOD_BYTES);
        assertEquals(Load.Sends.TOGETHER, read(",\"load\":\"batch\",\"batch\":5", room).sends());
        assertThrows(Unsupported.class, () -> read(",\"load\":\"batch\",\"batch\":6", room));
        assertThrows(Unsupported.class, () -> read(",\"load\":\"batch\",\"batch\":0", room));
    }

    @Test
    void aBurstIsNoMoreThanMayBeInFlight() throws Request.Malformed, Unsupported {
        Load.Room room = Rooms.of(5, 8, Constants.MAX_PREFLOOD_BYTES);
        String fields = ",\"load\":\"fixed-rate\",\"rate_per_s\":1,\"arrivals\":\"bursts\"";
        assertEquals(true, read(fields + ",\"burst\":5", room).timed());
        assertThrows(Unsupported.class, () -> read(fields + ",\"burst\":6", room));
        assertThrows(Unsupported.class, () -> read(fields + ",\"burst\":0", room));
        assertThrows(IllegalArgumentException.class, () -> read(fields, room));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1  2", "1 ", "-1", "1,2", "0 0", "99", "3600000000001", "3600000000000 1"})
    void whatNoRecordingIsIsRefused(String gaps) {
        assertThrows(Unsupported.class, () -> read(",\"load\":\"replay\",\"gaps_ns\":\"" + gaps + "\"", Rooms.STREAM));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8", "8 8 8", "8 7", "8 33", "8 x"})
    void sizesFitTheRecordingAndTheConnection(String sizes) throws Exception {
        Load.Room room = Rooms.ofLane(true, false, 32);
        assertThrows(Unsupported.class, () -> read(recording(sizes), room));
        assertTrue(read(recording("8 32"), room).sized());
        assertThrows(Unsupported.class, () -> read(recording("8 32"), Rooms.ofLane(false, false, 32)));
    }

    private static String recording(String sizes) {
        return ",\"load\":\"replay\",\"gaps_ns\":\"1000 1000\",\"sizes_bytes\":\"" + sizes + "\"";
    }

    @Test
    void aPrefloodFitsIntoTheBuffers() throws Request.Malformed, Unsupported {
        Load.Room small = Rooms.of(5, 1_000, 3_000);
        Load.Room few = Rooms.of(5, 1_000, Constants.MAX_PREFLOOD_BYTES);
        assertEquals(Load.Sends.APART, read(",\"load\":\"preflood\",\"preflood\":2", small).sends());
        assertThrows(Unsupported.class, () -> read(",\"load\":\"preflood\",\"preflood\":3", small));
        assertThrows(Unsupported.class, () -> read(",\"load\":\"preflood\",\"preflood\":5", few));
        assertThrows(Unsupported.class, () -> read(",\"load\":\"preflood\",\"preflood\":-1", few));
        assertThrows(IllegalArgumentException.class, () -> read(",\"load\":\"preflood\"", few));
    }

    private static Load.Model read(String fields, Load.Room room) throws Request.Malformed, Unsupported {
        return Loads.read(Request.parse("{\"id\":1,\"op\":\"run\"" + fields + "}"), room);
    }

    @Test
    void aClosedLoopIsTheDefaultAndAlwaysReady() throws Request.Malformed, Unsupported {
        Load load = read("", Rooms.STREAM).start(5, 0, 1);
        load.sent();
        assertEquals(Load.AT_ONCE, load.due());
    }

    @Test
    void timesThatNobodyKeepsAreRefused() throws Request.Malformed {
        Load.Room timeless = Rooms.of(true, false, false, false);
        assertEquals(List.of("batch", "closed", "preflood", "write-write-read"), Loads.names(timeless));
        assertThrows(Unsupported.class, () -> read(",\"load\":\"fixed-rate\",\"rate_per_s\":1", timeless));
    }

    @Test
    void partsAreOfStreams() throws Request.Malformed, Unsupported {
        String fields = ",\"load\":\"write-write-read\"";
        assertEquals(Load.Sends.IN_PARTS, read(fields, Rooms.STREAM).sends());
        assertThrows(Unsupported.class, () -> read(fields, Rooms.of(false, true, false, false)));
    }

    @Test
    void aStreamIsOfClientsThatAreConnectedForIt() throws Request.Malformed, Unsupported {
        String fields = ",\"load\":\"stream\",\"batch\":8";
        Load.Room oneWay = Rooms.of(true, true, true, false);
        assertThrows(Unsupported.class, () -> read(fields, Rooms.STREAM));
        assertEquals(new Load.Sends(8, false), read(fields, oneWay).sends());
        assertEquals(Load.Sends.APART, read(",\"load\":\"stream\"", oneWay).sends());
        assertThrows(Unsupported.class, () -> read("", oneWay));
        assertThrows(Unsupported.class, () -> read(fields, Rooms.of(false, true, true, false)));
    }

    @Test
    void aConnectionForEachMessageIsOfClientsThatAreConnectedForIt() throws Request.Malformed, Unsupported {
        String fields = ",\"load\":\"churn\"";
        Load.Room churning = Rooms.of(true, true, false, true);
        assertThrows(Unsupported.class, () -> read(fields, Rooms.STREAM));
        assertEquals(Load.AT_ONCE, read(fields, churning).start(0, 0, 1).due());
        assertThrows(Unsupported.class, () -> read("", churning));
    }

    @ParameterizedTest
    @ValueSource(strings =
                         {
                                 ",\"load\":\"tide\"",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":0",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":10000001",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":1,\"seed\":-1",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":1,\"seed\":2147483648",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":1,\"arrivals\":\"tides\"",
                         })
    void
    whatNoLoadIsIsRefused(String fields) {
        assertThrows(Unsupported.class, () -> read(fields, Rooms.STREAM));
    }

    @Test
    void aRateIsNeeded() {
        assertThrows(IllegalArgumentException.class, () -> read(",\"load\":\"fixed-rate\"", Rooms.STREAM));
    }
}
