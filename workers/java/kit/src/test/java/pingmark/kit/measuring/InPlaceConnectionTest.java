package pingmark.kit.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import pingmark.kit.SharedVectors;
import pingmark.kit.TestClients;
import pingmark.kit.loads.Load;
import pingmark.kit.loads.Loads;

/** Which messages go through a connection's buffers if both ends share memory. */
class InPlaceConnectionTest {
    private static final int MESSAGE_BYTES = TestLane.MESSAGE_BYTES;
    private static final long MS = 1_000_000;

    private final FakeInPlaceLink[] made = new FakeInPlaceLink[1];

    private TestLane lane(int inFlight, int ringBytes) throws Exception {
        return lane(inFlight, ringBytes, Integer.MAX_VALUE);
    }

    private TestLane lane(int inFlight, int ringBytes, int room) throws Exception {
        TestLane lane = new TestLane(true, true, false, null, 1, inFlight, 100 * MS, clock -> {
            made[0] = new FakeInPlaceLink(clock, ringBytes);
            made[0].room = room;
            return made[0];
        });
        Load.Model closed = Loads.read(SharedVectors.request("run", new JsonObject()), TestClients.STREAM);
        lane.begin(0, new Window(0, Window.UNLIMITED, Window.UNLIMITED, Window.NO_LAPS), closed);
        return lane;
    }

    private static List<Integer> sequences(FakeLink link) {
        return link.sent.stream().map(FakeLink.Recorded::value).toList();
    }

    @Test
    void wholeMessagesAreNotCopied() throws Exception {
        TestLane lane = lane(1, 1 << 10);
        for (int sequence = 0; sequence < 20; sequence++) {
            lane.pass(sequence + 1, 0, sequence);
        }
        assertEquals(21 * MESSAGE_BYTES, made[0].composedInPlace);
        assertEquals(20 * MESSAGE_BYTES, made[0].takenInPlace);
        requireIntact(lane, 20);
    }

    /** The ring's size is not a multiple of the message's: every third or fourth message lies in two pieces. */
    @Test
    void messagesInTwoPiecesGoThroughTheBuffers() throws Exception {
        TestLane lane = lane(2, 100);
        for (int sequence = 0; sequence < 40; sequence += 2) {
            lane.pass(sequence + 1, 0, sequence, sequence + 1);
        }
        assertEquals(IntStream.range(0, 42).boxed().toList(), sequences(made[0]));
        assertEquals(true, made[0].composedInPlace > 0 && made[0].composedInPlace < 42 * MESSAGE_BYTES);
        assertEquals(true, made[0].takenInPlace > 0 && made[0].takenInPlace < 40 * MESSAGE_BYTES);
        requireIntact(lane, 40);
    }

    @Test
    void anAnswerInPartsIsTakenWhenWhole() throws Exception {
        TestLane lane = lane(1, 1 << 10);
        byte[] answer = lane.answer(0, "");
        made[0].arrives(Arrays.copyOf(answer, 5));
        lane.pass(1);
        assertEquals(1, made[0].sent.size());
        made[0].arrives(Arrays.copyOfRange(answer, 5, answer.length));
        lane.pass(2);
        assertEquals(List.of(0, 1), sequences(made[0]));
        requireIntact(lane, 1);
    }

    @Test
    void messagesWithoutRoomAreSentLater() throws Exception {
        TestLane lane = lane(3, 1 << 10, MESSAGE_BYTES + 5);
        assertEquals(List.of(0), sequences(made[0]));
        made[0].room = Integer.MAX_VALUE;
        lane.pass(1);
        assertEquals(List.of(0, 1, 2), sequences(made[0]));
    }

    private static void requireIntact(TestLane lane, long received) throws IOException {
        Counts counts = lane.end().counts();
        assertEquals(List.of(received, 0L), List.of(counts.received, counts.corrupt));
    }
}
