package pingmark.kit.loads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import pingmark.kit.Rooms;
import pingmark.kit.SharedVectors;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

class LoadsTest {
    private static final String[] FIELDS = {"load", "rate_per_s", "arrivals", "seed", "burst", "gaps_ns"};
    private static final String[] OF_EXCHANGES = {"load", "batch", "preflood"};
    private static final int FIRST = 8;

    @Test
    void areDueWhenTheVectorsSay() throws IOException {
        SharedVectors.each(SharedVectors.vectors("loads"), LoadsTest::compare);
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

    @Test
    void goOnAsTheVectorsSay() throws IOException {
        SharedVectors.each(SharedVectors.list("loads", "exchanges"), LoadsTest::exchange);
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
    void aBatchOrABurstIsNoMoreThanMayBeInFlight() throws Request.Malformed, Unsupported {
        Load.Room room = Rooms.of(5, 8, Constants.MAX_PREFLOOD_BYTES);
        assertEquals(Load.Sends.TOGETHER, read(",\"load\":\"batch\",\"batch\":5", room).sends());
        assertRefused(room, ",\"load\":\"batch\",\"batch\":6", ",\"load\":\"batch\",\"batch\":0");
        String fields = ",\"load\":\"fixed-rate\",\"rate_per_s\":1,\"arrivals\":\"bursts\"";
        assertEquals(true, read(fields + ",\"burst\":5", room).timed());
        assertRefused(room, fields + ",\"burst\":6", fields + ",\"burst\":0");
        assertThrows(IllegalArgumentException.class, () -> read(fields, room));
    }

    private static void assertRefused(Load.Room room, String... loads) {
        for (String fields : loads) {
            assertThrows(Unsupported.class, () -> read(fields, room), fields);
        }
    }

    @Test
    void whatNoRecordingIsIsRefused() {
        for (String gaps :
                List.of("", " ", "1  2", "1 ", "-1", "1,2", "0 0", "99", "3600000000001", "3600000000000 1")) {
            assertRefused(Rooms.STREAM, ",\"load\":\"replay\",\"gaps_ns\":\"" + gaps + "\"");
        }
    }

    @Test
    void sizesFitTheRecordingAndTheConnection() throws Exception {
        Load.Room room = Rooms.ofLane(true, false, 32);
        for (String sizes : List.of("", "8", "8 8 8", "8 7", "8 33", "8 x")) {
            assertRefused(room, recording(sizes));
        }
        assertTrue(read(recording("8 32"), room).sized());
        assertRefused(Rooms.ofLane(false, false, 32), recording("8 32"));
    }

    private static String recording(String sizes) {
        return ",\"load\":\"replay\",\"gaps_ns\":\"1000 1000\",\"sizes_bytes\":\"" + sizes + "\"";
    }

    @Test
    void aPrefloodFitsIntoTheBuffers() throws Request.Malformed, Unsupported {
        Load.Room small = Rooms.of(5, 1_000, 3_000);
        Load.Room few = Rooms.of(5, 1_000, Constants.MAX_PREFLOOD_BYTES);
        assertEquals(Load.Sends.APART, read(",\"load\":\"preflood\",\"preflood\":2", small).sends());
        assertRefused(small, ",\"load\":\"preflood\",\"preflood\":3");
        assertRefused(few, ",\"load\":\"preflood\",\"preflood\":5", ",\"load\":\"preflood\",\"preflood\":-1");
        assertThrows(IllegalArgumentException.class, () -> read(",\"load\":\"preflood\"", few));
    }

    private static Load.Model read(String fields, Load.Room room) throws Request.Malformed, Unsupported {
        return Loads.read(Request.parse("{\"id\":1,\"op\":\"run\"" + fields + "}"), room);
    }

    @Test
    void timesThatNobodyKeepsAreRefused() throws Request.Malformed {
        Load.Room timeless = Rooms.of(true, false, false, false);
        assertEquals(List.of("batch", "closed", "preflood", "write-write-read"), Loads.names(timeless));
        assertRefused(timeless, ",\"load\":\"fixed-rate\",\"rate_per_s\":1");
    }

    @Test
    void partsAreOfStreamsAndAStreamOfClientsThatAreConnectedForIt() throws Request.Malformed, Unsupported {
        String inParts = ",\"load\":\"write-write-read\"";
        assertEquals(Load.Sends.IN_PARTS, read(inParts, Rooms.STREAM).sends());
        assertRefused(Rooms.of(false, true, false, false), inParts);
        String fields = ",\"load\":\"stream\",\"batch\":8";
        Load.Room oneWay = Rooms.of(true, true, true, false);
        assertRefused(Rooms.STREAM, fields);
        assertEquals(new Load.Sends(8, false), read(fields, oneWay).sends());
        assertEquals(Load.Sends.APART, read(",\"load\":\"stream\"", oneWay).sends());
        assertRefused(oneWay, "");
        assertRefused(Rooms.of(false, true, true, false), fields);
    }

    @Test
    void aConnectionForEachMessageIsOfClientsThatAreConnectedForIt() throws Request.Malformed, Unsupported {
        String fields = ",\"load\":\"churn\"";
        Load.Room churning = Rooms.of(true, true, false, true);
        assertRefused(Rooms.STREAM, fields);
        assertEquals(Load.AT_ONCE, read(fields, churning).start(0, 0, 1).due());
        assertRefused(churning, "");
    }

    @Test
    void whatNoLoadIsIsRefused() {
        String rate = ",\"load\":\"fixed-rate\",\"rate_per_s\":";
        assertRefused(Rooms.STREAM, ",\"load\":\"tide\"", rate + "0", rate + "10000001", rate + "1,\"seed\":-1",
                rate + "1,\"seed\":2147483648", rate + "1,\"arrivals\":\"tides\"");
        assertThrows(IllegalArgumentException.class, () -> read(",\"load\":\"fixed-rate\"", Rooms.STREAM));
    }
}
