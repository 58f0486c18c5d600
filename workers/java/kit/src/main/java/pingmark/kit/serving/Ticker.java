package pingmark.kit.serving;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.EvenTimes;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.SnapshotPlan;

/**
 * Sends the snapshots of one serving thread: at each tick the same one to all recipients that have sent an input
 * lately. Ticks keep their times: a late one is sent late.
 */
public final class Ticker {
    /** No recipient waits for snapshots. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final long NO_LEASE = -1;

    private final Server server;
    private final boolean framed;
    private final List<Recipient> recipients = new ArrayList<>();
    private SnapshotPlan plan;
    private Payload payload;
    private ByteBuffer snapshot;
    private EvenTimes times;
    private long next;
    private long leaseEnd = NO_LEASE;

    public Ticker(Server server) {
        this(server, true);
    }

    /** @param framed whether a snapshot is a frame of a stream; else it is a datagram */
    Ticker(Server server, boolean framed) {
        this.server = server;
        this.framed = framed;
    }

    /** A connection that snapshots are sent to. */
    abstract static class Recipient {
        /** The next tick when its last input came. */
        private long lastInputTick;

        public abstract boolean unsent();

        /** Called only if nothing is unsent. The rest of a snapshot goes later. */
        abstract void sendSnapshot(ByteBuffer message);
    }

    /** Returns false if the present recipients have another plan. */
    boolean add(Recipient recipient, SnapshotPlan asked) {
        if (recipients.isEmpty()) {
            begin(asked);
        }
        if (!asked.equals(plan)) {
            return false;
        }
        recipient.lastInputTick = Integer.MIN_VALUE;
        recipients.add(recipient);
        return true;
    }

    void remove(Recipient recipient) {
        recipients.remove(recipient);
        if (recipients.isEmpty()) {
            leaseEnd = NO_LEASE;
        }
    }

    private void begin(SnapshotPlan asked) {
        plan = asked;
        snapshot = ByteBuffer.allocateDirect(plan.snapshotBytes()).order(ByteOrder.LITTLE_ENDIAN);
        times = new EvenTimes(System.nanoTime(), plan.rateHz());
        next = 0;
        leaseEnd = NO_LEASE;
        if (payload == null) {
            payload = Payload.random();
        }
    }

    /** A recipient has sent an input, which renews its lease of snapshots. */
    void input(Recipient from) {
        if (!hasLease()) {
            next = times.firstAfter(System.nanoTime());
        }
        from.lastInputTick = next;
        leaseEnd = next + leaseTicks();
    }

    /** Returns the time until the next tick, or NEVER. */
    public long waitNs() {
        return hasLease() ? Math.max(0, times.timeOf(next) - System.nanoTime()) : NEVER;
    }

    /**
     * Sends at most one tick, so that receives are not delayed. Skips recipients whose last snapshot is partly unsent.
     */
    public void sendDue() {
        if (!hasLease() || System.nanoTime() < times.timeOf(next)) {
            return;
        }
        compose();
        for (int at = 0; at < recipients.size(); at++) {
            Recipient recipient = recipients.get(at);
            if (next - recipient.lastInputTick <= leaseTicks() && !recipient.unsent()) {
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
        snapshot.putInt(tick).putLong(times.timeOf(next));
        payload.put(tick, snapshot, snapshot.remaining());
    }

    private boolean hasLease() {
        return next <= leaseEnd;
    }

    private long leaseTicks() {
        return times.countIn(Constants.SNAPSHOT_LEASE_NS);
    }
}
