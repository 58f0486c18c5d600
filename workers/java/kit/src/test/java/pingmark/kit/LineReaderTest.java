package pingmark.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import pingmark.kit.protocol.Constants;

class LineReaderTest {
    private final LineReader lines = new LineReader();

    /** As from a pipe that brings these pieces one by one. */
    private void read(String... pieces) throws IOException {
        List<ByteArrayInputStream> inputs =
                Stream.of(pieces)
                        .map(piece -> new ByteArrayInputStream(piece.getBytes(StandardCharsets.UTF_8)))
                        .toList();
        lines.read(new SequenceInputStream(Collections.enumeration(inputs)));
    }

    @Test
    void linesComeWholeHoweverTheyArrive() throws Exception {
        read("{\"a\":1}\n{\"b", "\":", "2}\n\n{\"no end");
        assertEquals("{\"a\":1}", lines.next());
        assertEquals("{\"b\":2}", lines.next());
        assertEquals("", lines.next());
    }

    @Test
    void aCharacterMayBeTornApart() throws Exception {
        byte[] text = "ü\n".getBytes(StandardCharsets.UTF_8);
        lines.read(new SequenceInputStream(
                new ByteArrayInputStream(text, 0, 1), new ByteArrayInputStream(text, 1, text.length - 1)));
        assertEquals("ü", lines.next());
    }

    @Test
    void theLongestLineIsReadAndALongerOneReportedOnce() throws Exception {
        String longest = "x".repeat(Constants.MAX_LINE_BYTES - 1);
        read(longest + "\n", longest + "y\n", "next\n");
        assertEquals(longest, lines.next());
        assertSame(LineReader.TOO_LONG, lines.next());
        assertEquals("next", lines.next());
    }
}
