package pingmark.kit;

import java.io.IOException;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One connection of a client and its messages in flight. A stack gives the link and says when to receive, or hands over
 * what its library received; matching, sending the next message and recording, in this order, happen here. Everything
 * runs on the lane's thread.
 */
public abstract class Flow {
    public static final String CLOSED = "closed by the peer";

    final Lane lane;
    final Output output;
    final Slots slots;
    final ByteBuffer out;
    /** Both null where a library hands over what arrives. */
    private final Link link;
    private final ByteBuffer in;
    private boolean ended;
    /** A slot stays vacant for want of room in the out-buffer. */
    private boolean starved;
    private boolean countedSent;
    private boolean countedReceived;

    Flow(Lane lane, Output output, int inCapacity, int outCapacity) {
        this.lane = lane;
        this.output = output;
        slots = new Slots((int) lane.plan().inFlight());
        out = output.buffer(outCapacity).order(ByteOrder.LITTLE_ENDIAN);
        link = output instanceof Link both ? both : null;
        in = link == null ? null : link.buffer(inCapacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Receives once and handles what came. False: nothing came. */
    public final boolean receive() {
        try {
            int bytes = link.receive(in);
            if (bytes > 0 || bytes < 0 && !lane.stream()) {
                arrived(in.flip());
                keepRest();
                return true;
            }
            if (bytes < 0) {
                end(CLOSED);
            }
        } catch (IOException e) {
            end(reason(e));
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
            arrived(data);
        } catch (IOException e) {
            end(reason(e));
        }
    }

    /** Offers again what the last send left. */
    public final void resend() {
        try {
            push();
        } catch (IOException e) {
            end(reason(e));
        }
    }

    /** Whether a send left something behind. */
    public abstract boolean unsent();

    /**
     * Handles what came, from position to limit: match and compose, push, then verify and record. Its position goes
     * past what it used.
     */
    abstract void arrived(ByteBuffer in) throws IOException;

    /** Writes the slot's message behind what is in the out-buffer; a datagram goes out at once. */
    abstract void write(int sequence) throws IOException;

    abstract boolean room();

    /** Whether so much is under way that more could block. */
    abstract boolean capped();

    abstract void flush() throws IOException;

    /** A new measurement begins: all slots are vacant. */
    final void begin() {
        countedSent = false;
        countedReceived = false;
    }

    /** Uses all vacant slots. */
    final void fill() {
        starved = true;
        resend();
    }

    /** Sends what was composed, and then what found no room before. */
    final void push() throws IOException {
        flush();
        while (starved && !unsent() && lane.sending()) {
            starved = false;
            for (int slot = 0; slot < slots.count && !starved && !capped(); slot++) {
                if (slots.vacant(slot)) {
                    sendIfRoom(slot, System.nanoTime());
                }
            }
            flush();
        }
    }

    private void sendIfRoom(int slot, long now) throws IOException {
        if (room()) {
            send(slot, now);
        } else {
            starved = true;
        }
    }

    /** Counts as lost what has been waiting since the deadline. */
    final void expire(long deadline, long now) {
        for (int slot = 0; slot < slots.count; slot++) {
            if (slots.waitingSince(slot, deadline)) {
                slots.vacate(slot);
                lane.lost(slots.counted(slot), now);
            }
        }
    }

    /** One answer: frees its slot, and uses it again while the load runs. */
    final void answer(int sequence, int bodyAt, long now) throws IOException {
        int slot = slots.match(sequence);
        if (slot < 0) {
            lane.unexpected(bodyAt == Lane.WRONG_LENGTH ? Slots.NEVER_SENT : slot);
            return;
        }
        if (slots.overtaken(slot)) {
            lane.reordered();
        }
        boolean counted = slots.counted(slot);
        countedReceived |= counted;
        lane.answered(sequence, bodyAt, counted, now - slots.sentAt(slot), now);
        slots.vacate(slot);
        if (lane.sending() && !capped()) {
            sendIfRoom(slot, now);
        }
    }

    private void send(int slot, long now) throws IOException {
        boolean counts = lane.sent(now);
        countedSent |= counts;
        write(slots.occupy(slot, now, counts));
    }

    final boolean silent() {
        return countedSent && !countedReceived;
    }

    /** The JDK gives the ICMP answer to a datagram no text. */
    public static String reason(IOException e) {
        return e instanceof PortUnreachableException ? "Connection refused" : e.getMessage();
    }

    /** The connection is of no use any more; only the first reason counts. */
    public final void end(String reason) {
        if (!ended) {
            ended = true;
            lane.connectionEnded(reason);
        }
        lane.tick();
    }
}
