package pingmark.kit.loads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import pingmark.kit.SharedVectors;
import pingmark.kit.TestClients;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

class LoadsTest {
    private static final String[] SCHEDULE_FIELDS = {"load", "rate_per_s", "arrivals", "seed", "burst", "gaps_ns"};
    private static final String[] EXCHANGE_FIELDS = {"load", "batch", "preflood"};
    private static final int FIRST = 8;

    @Test
    void schedulesMatchTheVectors() throws IOException {
        SharedVectors.each(SharedVectors.vectors("loads"), LoadsTest::compareSchedule);
    }

    private static void compareSchedule(JsonObject vector) throws Request.Malformed, Unsupported {
        long origin = 1_000_000_007;
        Load load = Loads.read(SharedVectors.request("run", vector, SCHEDULE_FIELDS), TestClients.STREAM)
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
    void closedLoopsMatchTheVectors() throws IOException {
        SharedVectors.each(SharedVectors.list("loads", "exchanges"), LoadsTest::compareExchange);
    }

    private static void compareExchange(JsonObject vector) throws Request.Malformed, Unsupported {
        Load load =
                Loads.read(SharedVectors.request("run", vector, EXCHANGE_FIELDS), TestClients.STREAM).start(0, 0, 1);
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
    void malformedRecordingsAreRefused() {
        for (String gaps :
                List.of("", " ", "1  2", "1 ", "-1", "1,2", "0 0", "99", "3600000000001", "3600000000000 1")) {
            String line = "{\"id\":1,\"op\":\"run\",\"load\":\"replay\",\"gaps_ns\":\"" + gaps + "\"}";
            assertThrows(Unsupported.class, () -> Loads.read(Request.parse(line), TestClients.STREAM), gaps);
        }
    }
}
