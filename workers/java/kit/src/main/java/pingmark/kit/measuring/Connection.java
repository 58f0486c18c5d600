package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.loads.Load;
import pingmark.kit.sockets.Failures;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.Output;

/**
 * One connection of a client with its messages in flight and its load. A stack gives the link and says when to receive,
 * or hands over what its library received; matching, sending what may go and recording, in this order, happen here.
 * Everything runs on the lane's thread.
 */
public abstract class Connection {
    public static final String CLOSED = "closed by the peer";

    final Lane lane;
    final Output output;
    final ByteBuffer out;
    private final Slots slots;
    /** Both null where a library hands over what arrives. */
    private final Link link;
    private final ByteBuffer in;
    private Load load;
    private boolean timed;
    private Load.Sends sends = Load.Sends.TOGETHER;
    private boolean ended;
    /** Among all of the client's. */
    int number;
    private boolean countedSent;
    private boolean countedReceived;
    /** One way: so many by the server's count. */
    private long arrived;
    /** Null where the server sends nothing unasked. */
    final SnapshotCounts.Seen snapshots;

    Connection(Lane lane, Output output, int inCapacity, int outCapacity) {
        this.lane = lane;
        this.output = output;
        slots = new Slots((int) lane.plan().inFlight());
        snapshots = lane.plan().ticks() == null ? null : new SnapshotCounts.Seen();
        out = output.buffer(outCapacity).order(ByteOrder.LITTLE_ENDIAN);
        link = output instanceof Link both ? both : null;
        in = link == null ? null : link.buffer(inCapacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Receives once and handles what came. False: nothing came. */
    public final boolean receive() {
        try {
            int bytes = link.receive(in);
            if (bytes > 0 || bytes < 0 && !lane.stream()) {
                handle(in.flip());
                keepRest();
                return true;
            }
            if (bytes < 0) {
                end(CLOSED);
            }
        } catch (IOException e) {
            end(Failures.reason(e));
        }
        return false;
    }

    private void keepRest() {
        if (in.hasRemaining()) {
            in.compact();
        } else {
            in.clear();
        }
    }

    /**
     * Handles what a library received: little-endian, from position to limit. Leaves the position at an incomplete
     * answer's start.
     */
    public final void received(ByteBuffer data) {
        try {
            handle(data);
            lane.advance();
        } catch (IOException e) {
            end(Failures.reason(e));
        }
    }

    /** In this order: match and compose, send, then verify and record. */
    private void handle(ByteBuffer data) throws IOException {
        long now = lane.arrived();
        boolean behind = unsent();
        int next = match(data, now);
        push(now, behind);
        lane.settle(data, bodyBytes(), number, now);
        data.position(next);
        tellDue();
    }

    /** Offers again what the last send left, and then sends what may go. */
    public final void resend() {
        send(lane.now());
    }

    final void send(long now) {
        try {
            push(now, unsent());
            tellDue();
        } catch (IOException e) {
            end(Failures.reason(e));
        }
    }

    /** What is due without times of its own goes when a slot is free, and the lane need not look. */
    private void tellDue() {
        if (timed) {
            lane.mayBeDue(due());
        }
    }

    /** Whether a send left something behind. */
    public abstract boolean unsent();

    /** Takes the answers from position to limit and returns where the first incomplete one starts. */
    abstract int match(ByteBuffer data, long now) throws IOException;

    /** Writes a message behind what is in the out-buffer; a datagram goes out at once. */
    abstract void write(int sequence) throws IOException;

    abstract int bodyBytes();

    abstract boolean room();

    /** Whether so much is under way that more could block. */
    abstract boolean capped();

    abstract void flush(Load.Sends sends) throws IOException;

    /** How many messages go by one call, at most. */
    abstract int ofACall(Load.Sends sends);

    /** A new measurement begins: all slots are vacant. */
    final void begin(Load next, Load.Model model) {
        load = next;
        timed = model.timed();
        sends = model.sends();
        slots.begin(timed);
        countedSent = false;
        countedReceived = false;
        if (snapshots != null) {
            snapshots.begin();
        }
    }

    final boolean snapshotsOver() {
        return snapshots.over();
    }

    /**
     * Sends what was composed, and what else is due, as far as there are slots and room. The clock is read again for
     * each further call.
     *
     * @param behind whether what was composed stands behind what an earlier send left
     */
    private void push(long now, boolean behind) throws IOException {
        if (behind) {
            flush(sends);
            if (unsent()) {
                return;
            }
        }
        for (long at = now;; at = lane.now()) {
            for (int left = ofACall(sends); left > 0 && mayCompose(at) && room(); left--) {
                compose(slots.takeVacant(), at);
            }
            flush(sends);
            if (unsent() || !mayCompose(at)) {
                return;
            }
        }
    }

    private boolean mayCompose(long now) {
        return slots.hasVacant() && load.due() <= now && !capped() && lane.sending();
    }

    private void compose(int slot, long now) throws IOException {
        long due = load.due();
        long intended = due == Load.AT_ONCE ? now : due;
        boolean counts = lane.sent(intended, now);
        countedSent |= counts;
        write(slots.occupy(slot, now, intended, counts));
        load.sent();
    }

    /** When something can be sent without anything arriving before. */
    final long due() {
        return slots.hasVacant() && !capped() && !unsent() ? load.due() : Load.NEVER;
    }

    /** Whether the load wants to send what cannot go. */
    final boolean capped(long now) {
        return load.due() <= now && capped();
    }

    /** Whether a message is still to be sent that is intended before this time. */
    final boolean owes(long time) {
        return load.due() < time;
    }

    /**
     * Passes over messages that are intended before `to`, but not over more than so many. Returns how many of them
     * would have counted.
     */
    final int giveUp(Window window, int most) {
        int counted = 0;
        for (int number = 0; number < most && owes(window.to()); number++) {
            counted += load.due() >= window.from() ? 1 : 0;
            load.sent();
        }
        return counted;
    }

    /**
     * Counts as lost what was sent at this time or before. Returns when the oldest of the others was sent, at most
     * now.
     */
    final long expire(long lostWhenSentBy, long now) {
        long oldest = now;
        for (int slot = 0; slot < slots.count; slot++) {
            if (!slots.occupied(slot)) {
                continue;
            }
            if (slots.sentAt(slot) > lostWhenSentBy) {
                oldest = Math.min(oldest, slots.sentAt(slot));
                continue;
            }
            slots.empty(slot);
            if (lane.refills(now)) {
                slots.leaveVacant(slot);
            }
            load.ended();
            if (slots.counted(slot)) {
                lane.logLost(number, slots.sentAt(slot));
            }
            lane.lost(slots.counted(slot), now);
        }
        return oldest;
    }

    /** One answer: frees its slot, which the next message takes at once unless the load keeps times. */
    final void answer(int sequence, int bodyAt, long now) throws IOException {
        int slot = slots.match(sequence);
        if (slot < 0) {
            lane.unexpected(bodyAt == Unverified.WRONG_LENGTH ? Slots.NEVER_SENT : slot);
            return;
        }
        boolean counted = slots.counted(slot);
        if (slots.overtaken(slot) && counted) {
            lane.reordered();
        }
        countedReceived |= counted;
        long intended = slots.intendedAt(slot);
        lane.answered(sequence, bodyAt, counted, now - intended, slots.sentAt(slot) - intended, now);
        slots.empty(slot);
        load.ended();
        if (!timed && load.due() <= now && room() && !capped() && lane.sending()) {
            compose(slot, now);
        } else {
            slots.leaveVacant(slot);
        }
    }

    /**
     * One way: ends all messages that were sent no later than the one that asked for it. What the server did not count
     * is lost; which of them these are is not known, and the earliest are taken to be. Returns how many have ended.
     */
    final int acknowledge(int sequence, long arrivedByNow, long now) {
        int last = slots.match(sequence);
        if (last < 0) {
            lane.unexpected(last);
            return 0;
        }
        int first = slots.firstUpTo(last);
        int waiting = slots.waiting(first, last);
        long came = Math.max(1, arrivedByNow - arrived); // at least the one that asked for it
        arrived = arrivedByNow;
        lane.late(came - waiting);
        long lost = waiting - Math.min(waiting, came);
        for (int left = waiting, slot = first; left > 0; slot = slots.after(slot)) {
            if (slots.occupied(slot)) {
                left--;
                finish(slot, lost-- > 0, now);
            }
        }
        return waiting;
    }

    private void finish(int slot, boolean isLost, long now) {
        boolean counted = slots.counted(slot);
        long sentAt = slots.sentAt(slot);
        slots.empty(slot);
        slots.leaveVacant(slot);
        load.ended();
        if (isLost) {
            lane.lost(counted, now);
        } else {
            countedReceived |= counted;
            lane.acknowledged(counted, now - sentAt, now);
        }
    }

    final boolean silent() {
        return countedSent && !countedReceived;
    }

    /** The connection is of no use any more; only the first reason counts. */
    public final void end(String reason) {
        if (!ended) {
            ended = true;
            lane.connectionEnded(reason);
        }
    }
}
