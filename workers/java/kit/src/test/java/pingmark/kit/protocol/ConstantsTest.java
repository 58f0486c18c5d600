package pingmark.kit.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import pingmark.kit.SharedVectors;

class ConstantsTest {
    /** For libraries with connections of their own, or for the controller. */
    private static final Set<String> UNUSED_BY_THIS_KIT = Set.of("about", "connections_filled_per_pass",
            "default_tick_rate_hz", "rest_interval_ns", "loss_noticed_within_ns", "stdin_end_ns");

    @Test
    void matchTheProtocol() throws IOException, IllegalAccessException {
        JsonObject shared = SharedVectors.read("constants.json");
        Map<String, Long> expected = new TreeMap<>();
        for (String name : shared.keySet()) {
            if (!UNUSED_BY_THIS_KIT.contains(name)) {
                expected.put(name.toUpperCase(), shared.get(name).getAsLong());
            }
        }
        Map<String, Long> ours = new TreeMap<>();
        for (Field field : Constants.class.getDeclaredFields()) {
            ours.put(field.getName(), ((Number) field.get(null)).longValue());
        }
        assertEquals(expected, ours);
    }
}
