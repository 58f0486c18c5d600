package pingmark.kit.protocol;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class RequestTest {
    @Test
    void escapesThatAreNoneAreRefused() {
        assertThrows(Request.Malformed.class, () -> Request.parse("{\"id\":1,\"op\\u00.5\":\"usage\"}"));
    }

    @Test
    void arraysInArraysAreRefusedHoweverDeepTheyAre() {
        for (int depth : new int[] {2, 1_000_000}) {
            String open = "[".repeat(depth);
            assertThrows(Request.Malformed.class, () -> Request.parse("{\"id\":1,\"op\":" + open));
            assertThrows(Request.Malformed.class, () -> Request.parse("{\"id\":1,\"op\":\"usage\",\"a\":" + open));
        }
    }
}
