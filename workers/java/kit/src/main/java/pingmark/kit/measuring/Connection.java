package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.loads.Load;
import pingmark.kit.sockets.Failures;
import pingmark.kit.sockets.Link;
import pingmark.kit.sockets.Output;

/**
 * One connection of a client, with its messages in flight and its load. A stack says when to receive, or hands over
 * what its library received. Then the connection matches answers, sends, and records, in this order, on the lane's
 * thread.
 */
public abstract class Connection {
    public static final String CLOSED = "closed by the peer";

    final Lane lane;
    /** Its index in the lane. */
    final int place;
    /** Its index in the client. */
    final int number;
    final Output output;
    final ByteBuffer out;
    final Slots slots;
    final int bodyBytes;
    final Exchange exchange;
    private int comparedBytes;
    private boolean sized;
    /** Null, like its buffer: a library hands over what arrives. */
    private final Link link;
    private final ByteBuffer in;
    private Load load;
    private Load.Sends sends = Load.Sends.TOGETHER;
    private boolean ended;
    private boolean countedSent;
    private boolean countedReceived;
    /** Of a stream, messages counted as lost included: it answers everything in the end. */
    long unanswered;
    /** One way: the peer's count of arrived messages. */
    long countedByPeer;
    final EchoesAndSnapshots.Seen snapshots = new EchoesAndSnapshots.Seen();

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

    /** Receives once and handles it. Returns whether anything came. */
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

    /** Handles what a library received, from position to limit. Leaves the position at an incomplete answer. */
    public final void received(ByteBuffer data) {
        try {
            handle(data);
            lane.handledReceived();
        } catch (IOException e) {
            end(Failures.reason(e));
        }
    }

    /** Matches and composes, then sends, then verifies and records. */
    final void handle(ByteBuffer data) throws IOException {
        long now = lane.arrived();
        boolean behind = unsent();
        int next = match(data, now);
        lane.schedule().sendNext(this, now, behind);
        lane.settle(data, comparedBytes, number, now);
        data.position(next);
    }

    /** Offers the rest of the last send again, and then sends what may be sent. */
    public final void resend() {
        try {
            lane.schedule().sendNext(this, lane.now(), unsent());
        } catch (IOException e) {
            end(Failures.reason(e));
        }
    }

    /** Offers only the rest of the last send again. */
    final void resendRest() {
        try {
            flush();
        } catch (IOException e) {
            end(Failures.reason(e));
        }
    }

    /** Returns whether the last send left a rest. */
    public abstract boolean unsent();

    /** Takes the answers from position to limit. Returns where the first incomplete one starts. */
    abstract int match(ByteBuffer data, long now) throws IOException;

    /** Appends a message to the out-buffer; a datagram is sent at once. */
    abstract void write(int sequence) throws IOException;

    /** Returns whether the out-buffer has room for a message. */
    abstract boolean hasRoom();

    /** Returns whether so much is in flight that more could block. */
    abstract boolean isCapped();

    abstract void flush(Load.Sends sends) throws IOException;

    abstract int maxMessagesPerCall(Load.Sends sends);

    final void flush() throws IOException {
        flush(sends);
    }

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
     * Sends composed messages, and others that are due, as slots and room allow. Each further call has a clock reading
     * of its own.
     *
     * @param behind whether composed messages stand behind the rest of an earlier send
     */
    final void push(long now, boolean behind) throws IOException {
        if (behind) {
            flush(sends);
            if (unsent()) {
                return;
            }
        }
        for (long at = now;; at = lane.now()) {
            for (int left = maxMessagesPerCall(sends); left > 0 && mayCompose(at) && hasRoom(); left--) {
                compose(slots.takeVacant(), at);
            }
            flush(sends);
            if (unsent() || !mayCompose(at)) {
                return;
            }
        }
    }

    /** Sends due messages of a timed load by one call. Returns their number. */
    final int sendDue(long now, int maxMessages) {
        int sent = 0;
        try {
            for (; sent < maxMessages && mayCompose(now) && hasRoom(); sent++) {
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

    /** Returns the body size of the next message. */
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

    /** Returns when it can send even if nothing arrives. */
    final long due() {
        return slots.hasVacant() && !isCapped() && !unsent() ? load.due() : Load.NEVER;
    }

    /** Returns whether a message is due that {@link #isCapped()} holds back. */
    final boolean isCapped(long now) {
        return load.due() <= now && isCapped();
    }

    /** Returns whether a counted message is still to be sent. */
    final boolean hasUnsentCounted(LaneWindow window) {
        return !window.isOver(load.due());
    }

    /** Skips messages of the window and counts them as unsent. Returns their number. */
    final int giveUp(LaneWindow window, int maxMessages) {
        int givenUp = 0;
        for (; givenUp < maxMessages && hasUnsentCounted(window); givenUp++) {
            lane.counts.unsent += window.counts(load.due()) ? 1 : 0;
            load.sent();
        }
        return givenUp;
    }

    /** Counts messages sent by this time as lost. Returns the send time of the oldest other one, or now. */
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
     * Takes one answer, and frees its slot for the next message, which an untimed load sends at once.
     *
     * @param data null: the answer has the wrong length
     */
    final void answer(ByteBuffer data, int sequence, int bodyAt, long now) throws IOException {
        unanswered--;
        int slot = slots.match(sequence);
        if (slot < 0) {
            // A changed sequence number may be that of an earlier message, whose content differs.
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

    /** One way: the message of this slot has arrived, or is lost. */
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

    final boolean isSilent() {
        return countedSent && !countedReceived;
    }

    /** The connection can't be used any more. Only the first reason counts. */
    public final void end(String reason) {
        if (!ended) {
            ended = true;
            lane.connectionEnded(reason);
        }
    }
}
