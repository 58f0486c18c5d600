package pingmark.kit.serving;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.EvenTimes;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.TickPlan;

/**
 * Sends unasked what one serving thread has to: the same snapshot to all recipients at each tick, as long as they send
 * inputs. Ticks keep their times: one that the thread is late for is sent late.
 */
public final class Ticker {
    /** Nobody is sent anything. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long NOT_ASKED = -1;

    private final Server server;
    private final boolean framed;
    private final List<Recipient> recipients = new ArrayList<>();
    private TickPlan plan;
    private Payload payload;
    private ByteBuffer snapshot;
    private EvenTimes times;
    private long next;
    private long askedUntil = NOT_ASKED;

    public Ticker(Server server) {
        this(server, true);
    }

    /** @param framed a snapshot is a frame of a stream, or else a datagram */
    Ticker(Server server, boolean framed) {
        this.server = server;
        this.framed = framed;
    }

    /** Is a connection that is sent snapshots. */
    abstract static class Recipient {
        /** The tick that was next when its last input came. */
        private long lastInput;

        public abstract boolean unsent();

        /** Nothing is unsent. What the channel does not take goes later. */
        abstract void sendSnapshot(ByteBuffer message);
    }

    /** False when those that it has are sent something else. */
    boolean add(Recipient recipient, TickPlan asked) {
        if (recipients.isEmpty()) {
            begin(asked);
        }
        if (!sends(asked)) {
            return false;
        }
        recipient.lastInput = Integer.MIN_VALUE;
        recipients.add(recipient);
        return true;
    }

    /** Whether that is what its recipients are sent. */
    boolean sends(TickPlan asked) {
        return asked.equals(plan);
    }

    void remove(Recipient recipient) {
        recipients.remove(recipient);
        if (recipients.isEmpty()) {
            askedUntil = NOT_ASKED;
        }
    }

    private void begin(TickPlan asked) {
        plan = asked;
        snapshot = ByteBuffer.allocateDirect(plan.snapshotBytes()).order(ByteOrder.LITTLE_ENDIAN);
        times = new EvenTimes(System.nanoTime(), plan.rateHz());
        next = 0;
        askedUntil = NOT_ASKED;
        if (payload == null) {
            payload = Payload.random();
        }
    }

    /** It has sent something, and is sent snapshots for a while. */
    void input(Recipient from) {
        if (!asked()) {
            next = times.after(System.nanoTime());
        }
        from.lastInput = next;
        askedUntil = next + lease();
    }

    /** Until the next tick. */
    public long waitNs() {
        return asked() ? Math.max(0, times.of(next) - System.nanoTime()) : NEVER;
    }

    /**
     * At most one tick, so that what arrives is received in between. Who has not taken the last snapshot yet goes
     * without this one.
     */
    public void sendDue() {
        if (!asked() || System.nanoTime() < times.of(next)) {
            return;
        }
        compose();
        for (int at = 0; at < recipients.size(); at++) {
            Recipient recipient = recipients.get(at);
            if (next - recipient.lastInput <= lease() && !recipient.unsent()) {
                server.countSnapshot();
                recipient.sendSnapshot(snapshot.clear());
            }
        }
        next++;
    }

    private void compose() {
        int tick = (int) next;
        snapshot.clear();
        if (framed) {
            snapshot.putInt(plan.bodyBytes(true));
        }
        snapshot.putInt(tick).putLong(times.of(next));
        payload.put(tick, snapshot, snapshot.remaining());
    }

    private boolean asked() {
        return next <= askedUntil;
    }

    /** So many ticks after an input it is forgotten. */
    private long lease() {
        return times.countIn(Constants.SNAPSHOT_LEASE_NS);
    }
}
