package pingmark.kit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pingmark.kit.loads.Load;
import pingmark.kit.loads.Loads;

class LoadsTest {
    private static final String[] FIELDS = {"load", "rate_per_s", "arrivals", "seed"};
    private static final int FIRST = 8;

    @TestFactory
    Stream<DynamicTest> areDueWhenTheVectorSays() throws IOException {
        return SharedVectors.tests("loads", Object::toString, LoadsTest::compare);
    }

    private static void compare(JsonObject vector) throws Request.Malformed, Unsupported {
        long origin = 1_000_000_007;
        Load load = Loads.read(SharedVectors.request("run", vector, FIELDS), true)
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

    private static Load.Model read(String fields, boolean keepsTimes) throws Request.Malformed, Unsupported {
        return Loads.read(Request.parse("{\"id\":1,\"op\":\"run\"" + fields + "}"), keepsTimes);
    }

    @Test
    void aClosedLoopIsTheDefaultAndAlwaysReady() throws Request.Malformed, Unsupported {
        Load load = read("", true).start(5, 0, 1);
        load.sent();
        assertEquals(Load.AT_ONCE, load.due());
    }

    @Test
    void timesThatNobodyKeepsAreRefused() throws Request.Malformed {
        assertEquals(List.of("closed"), Loads.names(false));
        assertThrows(Unsupported.class, () -> read(",\"load\":\"fixed-rate\",\"rate_per_s\":1", false));
    }

    @ParameterizedTest
    @ValueSource(strings =
                         {
                                 ",\"load\":\"tide\"",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":0",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":10000001",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":1,\"seed\":-1",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":1,\"seed\":2147483648",
                                 ",\"load\":\"fixed-rate\",\"rate_per_s\":1,\"arrivals\":\"bursts\"",
                         })
    void
    whatNoLoadIsIsRefused(String fields) {
        assertThrows(Unsupported.class, () -> read(fields, true));
    }

    @Test
    void aRateIsNeeded() {
        assertThrows(IllegalArgumentException.class, () -> read(",\"load\":\"fixed-rate\"", true));
    }
}
