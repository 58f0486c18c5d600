package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.loads.Load;
import pingmark.kit.sockets.Failures;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.Output;

/**
 * Is one connection of a client, with its messages in flight and its load. A stack gives the link and says when to
 * receive, or hands over what its library received; matching, sending what may go and recording, in this order, happen
 * here. Everything runs on the lane's thread.
 */
public abstract class Connection {
    public static final String CLOSED = "closed by the peer";

    final Lane lane;
    /** Among those of its lane, from 0. */
    final int place;
    /** Among all of the client's, from 0. */
    final int number;
    final Output output;
    final ByteBuffer out;
    final Slots slots;
    /** Of each message. */
    final int bodyBytes;
    final Exchange exchange;
    /** Of each answer's body. */
    private int comparedBytes;
    private boolean sized;
    /** Both null where a library hands over what arrives. */
    private final Link link;
    private final ByteBuffer in;
    private Load load;
    private Load.Sends sends = Load.Sends.TOGETHER;
    private boolean ended;
    private boolean countedSent;
    private boolean countedReceived;
    /** A stream answers everything in the end, even what was counted lost. */
    long unanswered;
    /** One way: so many messages have arrived by the peer's count. */
    long countedByPeer;
    final SnapshotsSeen snapshots = new SnapshotsSeen();

    Connection(Lane lane, Output output, int inCapacity, int outCapacity) {
        this.lane = lane;
        place = lane.nextPlace();
        number = lane.nextNumber();
        this.output = output;
        bodyBytes = lane.plan().bodyBytes(lane.stream());
        slots = new Slots((int) lane.plan().inFlight());
        out = output.buffer(outCapacity).order(ByteOrder.LITTLE_ENDIAN);
        link = output instanceof Link both ? both : null;
        in = link == null ? null : link.buffer(inCapacity).order(ByteOrder.LITTLE_ENDIAN);
        exchange = lane.exchange();
    }

    /** Receives once and handles what came. False: nothing came. */
    public boolean receive() {
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

    /** Returns whether what was received ends with an incomplete answer. */
    final boolean hasPart() {
        return in.position() > 0;
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
            lane.handedOver();
        } catch (IOException e) {
            end(Failures.reason(e));
        }
    }

    /** Does its steps in this order: match and compose, send, then verify and record. */
    final void handle(ByteBuffer data) throws IOException {
        long now = lane.arrived();
        boolean behind = unsent();
        int next = match(data, now);
        lane.schedule().goOn(this, now, behind);
        lane.settle(data, comparedBytes, number, now);
        data.position(next);
    }

    /** Offers again what the last send left, and then sends what may go. */
    public final void resend() {
        try {
            lane.schedule().goOn(this, lane.now(), unsent());
        } catch (IOException e) {
            end(Failures.reason(e));
        }
    }

    /** Offers again what the last send left, and nothing else. */
    final void offerRest() {
        try {
            flush();
        } catch (IOException e) {
            end(Failures.reason(e));
        }
    }

    /** Returns whether a send left something behind. */
    public abstract boolean unsent();

    /** Takes the answers from position to limit and returns where the first incomplete one starts. */
    abstract int match(ByteBuffer data, long now) throws IOException;

    /** Writes a message behind what is in the out-buffer; a datagram goes out at once. */
    abstract void write(int sequence) throws IOException;

    /** Returns whether the out-buffer has room for a message. */
    abstract boolean hasRoom();

    /** Returns whether so much is under way that more could block. */
    abstract boolean isCapped();

    abstract void flush(Load.Sends sends) throws IOException;

    /** Returns how many messages go by one call, at most. */
    abstract int ofACall(Load.Sends sends);

    final void flush() throws IOException {
        flush(sends);
    }

    /** A new measurement begins: all slots are vacant. */
    final void begin(Load next, Load.Model model) {
        load = next;
        sends = model.sends();
        sized = model.sized();
        comparedBytes = sized ? Arrivals.AS_FRAMED : exchange.comparedBytes();
        slots.begin(model.timed(), sized);
        countedSent = false;
        countedReceived = false;
        snapshots.begin();
    }

    /**
     * Sends what was composed, and what else is due, as far as there are slots and room. The clock is read again for
     * each further call.
     *
     * @param behind whether what was composed stands behind what an earlier send left
     */
    final void push(long now, boolean behind) throws IOException {
        if (behind) {
            flush(sends);
            if (unsent()) {
                return;
            }
        }
        for (long at = now;; at = lane.now()) {
            for (int left = ofACall(sends); left > 0 && mayCompose(at) && hasRoom(); left--) {
                compose(slots.takeVacant(), at);
            }
            flush(sends);
            if (unsent() || !mayCompose(at)) {
                return;
            }
        }
    }

    /** Sends messages of a timed load that are due, by one call. Returns how many, at most so many. */
    final int sendDue(long now, int most) {
        int sent = 0;
        try {
            for (; sent < most && mayCompose(now) && hasRoom(); sent++) {
                compose(slots.takeVacant(), now);
            }
            flush(sends);
        } catch (IOException e) {
            end(Failures.reason(e));
        }
        return sent;
    }

    private boolean mayCompose(long now) {
        return slots.hasVacant() && load.due() <= now && !isCapped() && lane.sending();
    }

    /** Returns whether messages differ in size. */
    final boolean sized() {
        return sized;
    }

    /** Returns how many bytes the body has of the message that is composed next. */
    final int nextBodyBytes() {
        return sized ? load.messageBytes() - Integer.BYTES : bodyBytes;
    }

    private void compose(int slot, long now) throws IOException {
        if (sized) {
            slots.setBodyBytes(slot, nextBodyBytes());
        }
        long due = load.due();
        long intended = due == Load.AT_ONCE ? now : due;
        boolean counts = lane.sent(intended, now);
        countedSent |= counts;
        write(slots.occupy(slot, now, intended, counts));
        load.sent();
    }

    /** Returns when something can be sent without anything arriving before. */
    final long due() {
        return slots.hasVacant() && !isCapped() && !unsent() ? load.due() : Load.NEVER;
    }

    /** Returns whether the load wants to send what cannot go. */
    final boolean isCapped(long now) {
        return load.due() <= now && isCapped();
    }

    /** Returns whether a message is still to be sent that the window counts. */
    final boolean owes(LaneWindow window) {
        return !window.isOver(load.due());
    }

    /** Passes over messages of the window, those that count as unsent. Returns how many, at most so many. */
    final int giveUp(LaneWindow window, int most) {
        int givenUp = 0;
        for (; givenUp < most && owes(window); givenUp++) {
            lane.counts.unsent += window.counts(load.due()) ? 1 : 0;
            load.sent();
        }
        return givenUp;
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
            lane.lost(slots.counted(slot), now);
        }
        return oldest;
    }

    /**
     * Takes one answer: frees its slot, which the next message takes at once unless the load keeps times.
     *
     * @param data null of an answer of the wrong length
     */
    final void answer(ByteBuffer data, int sequence, int bodyAt, long now) throws IOException {
        unanswered--;
        int slot = slots.match(sequence);
        if (slot < 0) {
            // One whose sequence number was changed may have that of an earlier message, and has not its content.
            boolean intact = Arrivals.isIntact(lane.payload(), sequence, data, bodyAt, comparedBytes);
            lane.unexpected(intact ? slot : Slots.NEVER_SENT);
            return;
        }
        boolean counted = slots.counted(slot);
        if (slots.overtaken(slot) && counted) {
            lane.counts.reordered++;
        }
        countedReceived |= counted;
        long intended = slots.intendedAt(slot);
        boolean whole = !sized || data != null && slots.bodyBytes(slot) == data.getInt(bodyAt - Integer.BYTES);
        lane.answered(sequence, whole ? bodyAt : Arrivals.UNREADABLE, counted, now - intended,
                slots.sentAt(slot) - intended, now);
        slots.empty(slot);
        load.ended();
        if (load.due() == Load.AT_ONCE && hasRoom() && !isCapped() && lane.sending()) {
            compose(slot, now);
        } else {
            slots.leaveVacant(slot);
        }
    }

    /** One way: the server has the message of this slot, or has lost it. */
    final void acknowledged(int slot, boolean isLost, long now) {
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
