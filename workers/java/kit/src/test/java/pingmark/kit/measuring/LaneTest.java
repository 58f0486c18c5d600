package pingmark.kit.measuring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import pingmark.kit.TestClients;
import pingmark.kit.loads.Load;
import pingmark.kit.loads.Loads;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.Unsupported;

class LaneTest {
    private static final long MS = 1_000_000;

    private static Load.Model load(String fields) throws Request.Malformed, Unsupported {
        return Loads.read(Request.parse("{\"id\":1,\"op\":\"run\"" + fields + "}"), TestClients.STREAM);
    }

    private static final Window HALF_A_SECOND = new Window(0, 500 * MS, Window.UNLIMITED, Window.NO_LAPS);

    private static TestLane closed(int inFlight) throws Exception {
        TestLane lane = new TestLane(true, 1, inFlight, 100 * MS);
        lane.begin(0, HALF_A_SECOND, load(""));
        return lane;
    }

    @Test
    void waitsUntilTheNextLookForLossesButNotWhileConfirmingOne() throws Exception {
        TestLane lane = closed(1);
        assertEquals(Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS, lane.lane.waitNs());
        lane.pass(Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS);
        assertEquals(0, lane.lane.waitNs());
        lane.pass(Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS + 1);
        assertEquals(Constants.LONGEST_WAIT_NS, lane.lane.waitNs());
    }

    @Test
    void aLossIsNoticedInTime() throws Exception {
        TestLane lane = closed(1);
        long now = 0;
        while (lane.links.get(0).sent.size() == 1) {
            now += Math.max(1, lane.lane.waitNs());
            lane.pass(now);
        }
        assertTrue(now >= 100 * MS && now <= 115 * MS, () -> lane.clock.sinceStart() + " ns");
    }

    @Test
    void waitsNoLongerThanUntilTheNextMessageIsDue() throws Exception {
        TestLane lane = new TestLane(true, 2, 1, 100 * MS);
        lane.begin(0, HALF_A_SECOND, load(",\"load\":\"fixed-rate\",\"rate_per_s\":1000"));
        assertEquals(MS, lane.lane.waitNs());
        lane.clock.set(MS - 1);
        assertEquals(1, lane.lane.waitNs());
        lane.clock.set(2 * MS);
        assertEquals(0, lane.lane.waitNs());
    }

    @Test
    void aSpinningLoopSendsDueMessagesBetweenPolls() throws Exception {
        TestLane lane = new TestLane(true, 1, 2, 100 * MS);
        lane.begin(0, HALF_A_SECOND, load(",\"load\":\"fixed-rate\",\"rate_per_s\":1000"));
        lane.clock.set(MS + 5);
        lane.lane.idle();
        assertEquals(new FakeLink.Recorded(MS + 5, 1), lane.links.get(0).sent.get(1));
    }

    @Test
    void aSpinningLoopReadsTheClockOnceInManyEmptyPolls() throws Exception {
        TestLane lane = new TestLane(true, true, 1, 1, 100 * MS);
        lane.begin(0, HALF_A_SECOND, load(""));
        long before = lane.lane.signsOfLife();
        for (int poll = 1; poll < Constants.POLLS_PER_CLOCK_READING; poll++) {
            lane.lane.idle();
            lane.lane.endPass();
        }
        assertEquals(before, lane.lane.signsOfLife());
        lane.lane.idle();
        lane.lane.endPass();
        assertEquals(before + 1, lane.lane.signsOfLife());
    }

    @Test
    void theRestOfAPartialSendIsSentLater() throws Exception {
        TestLane lane = new TestLane(true, 1, 4, 100 * MS);
        FakeLink link = lane.links.get(0);
        link.room = TestLane.MESSAGE_BYTES + 5;
        lane.begin(0, HALF_A_SECOND, load(""));
        assertEquals(1, link.sent.size());
        link.room = Integer.MAX_VALUE;
        lane.pass(1);
        assertEquals(4, link.sent.size());
    }

    @Test
    void lossesAfterTheLastCountedMessageSendNoMore() throws Exception {
        TestLane lane = new TestLane(true, 2, 1, 100 * MS);
        lane.begin(0, new Window(0, Window.UNLIMITED, 3, Window.NO_LAPS), load(""));
        for (long now = 0; lane.lane.running(); now += MS) {
            lane.pass(now);
        }
        assertEquals(3, lane.links.get(0).sent.size() + lane.links.get(1).sent.size());
    }

    private static int sent(TestLane lane) {
        return lane.links.stream().mapToInt(link -> link.sent.size()).sum();
    }

    @Test
    void aPassSendsALimitedNumberOfDueMessages() throws Exception {
        TestLane lane = new TestLane(true, 100, 1, 100 * MS);
        lane.begin(0, HALF_A_SECOND, load(",\"load\":\"fixed-rate\",\"rate_per_s\":1000"));
        assertEquals(1, sent(lane));
        lane.pass(39 * MS);
        assertEquals(1 + Constants.DUE_MESSAGES_PER_PASS, sent(lane));
        assertEquals(0, lane.lane.waitNs());
        lane.pass(39 * MS);
        lane.pass(39 * MS);
        assertEquals(40, sent(lane));
        lane.pass(39 * MS + 1);
        assertEquals(MS - 1, lane.lane.waitNs());
    }

    @Test
    void aConnectionWithoutAVacantSlotIsNotDue() throws Exception {
        TestLane lane = new TestLane(true, 2, 1, 100 * MS);
        lane.begin(0, HALF_A_SECOND, load(",\"load\":\"fixed-rate\",\"rate_per_s\":1000"));
        lane.pass(2 * MS);
        lane.pass(3 * MS);
        assertEquals(2, sent(lane));
        lane.pass(4 * MS, 0, 0);
        assertEquals(new FakeLink.Recorded(4 * MS, 1), lane.links.get(0).sent.get(1));
        assertEquals(3, sent(lane));
    }

    @Test
    void theRestOfAPartialSendGoesBeforeTheNextDueMessage() throws Exception {
        TestLane lane = new TestLane(true, 1, 4, 100 * MS);
        lane.links.get(0).room = TestLane.MESSAGE_BYTES + 5;
        lane.begin(0, HALF_A_SECOND, load(",\"load\":\"fixed-rate\",\"rate_per_s\":1000"));
        lane.clock.set(2 * MS);
        lane.lane.endPass();
        assertEquals(1, sent(lane));
        lane.links.get(0).room = Integer.MAX_VALUE;
        lane.pass(2 * MS);
        assertEquals(3, sent(lane));
    }

    /** Otherwise a late lane would send without end, and receive nothing. */
    @Test
    void receivesDoNotRaiseTheLimitOfDueMessagesPerPass() throws Exception {
        int connections = 40;
        TestLane lane = new TestLane(true, connections, 2, 100 * MS);
        lane.begin(0, HALF_A_SECOND, load(",\"load\":\"fixed-rate\",\"rate_per_s\":25000"));
        while (sent(lane) < connections) {
            lane.pass(connections * MS / 25 - 1);
        }
        for (int connection = 0; connection < 3; connection++) {
            lane.arrive(connection, List.of(lane.answer(0, "")));
        }
        lane.pass(10 * MS);
        assertTrue(sent(lane) - connections <= 2 * Constants.DUE_MESSAGES_PER_PASS, sent(lane) + " sent");
    }

    @Test
    void unsentMessagesOfAnOverloadAreCountedInPortions() throws Exception {
        TestLane lane = new TestLane(false, 1, 1, 100 * MS);
        lane.begin(0, HALF_A_SECOND, load(",\"load\":\"fixed-rate\",\"rate_per_s\":1000000"));
        long now = 0;
        long most = 0;
        while (lane.lane.running()) {
            long before = lane.lane.counts.unsent;
            now += MS;
            lane.pass(now);
            most = Math.max(most, lane.lane.counts.unsent - before);
        }
        Counts counts = lane.end().counts();
        assertEquals(500_000, counts.sent + counts.unsent);
        assertEquals(counts.sent, counts.lost);
        assertEquals(Constants.GIVEN_UP_MESSAGES_PER_PASS, most);
    }
}
