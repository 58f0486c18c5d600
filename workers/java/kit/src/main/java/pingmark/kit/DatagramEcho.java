package pingmark.kit;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** A server's side of datagrams: who may have an answer, and which. Used by one thread. */
public final class DatagramEcho {
    public static final int LARGEST_DATAGRAM = 1 << 16;

    /** A server that lives long meets more: the oldest is forgotten. */
    private static final int MOST_PEERS = 1 << 14;

    private final Token token;
    private final ServerCounts counts;
    private final Tally messages;
    private final Set<SocketAddress> peers = new LinkedHashSet<>();
    /** Most datagrams come from the peer of the one before, whose address is then the same object. */
    private SocketAddress last;

    public DatagramEcho(ListenPlan plan, ServerCounts counts) {
        this.token = plan.token();
        this.counts = counts;
        messages = counts.newTally();
    }

    /** A buffer to receive into. */
    public static ByteBuffer buffer() {
        return ByteBuffer.allocateDirect(LARGEST_DATAGRAM).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Turns what was received, from position to limit, into its answer, to be sent to the sender. False: there is
     * none.
     */
    public boolean answer(ByteBuffer datagram, SocketAddress sender) {
        if (token == null) {
            messages.add(1);
            return true;
        }
        boolean known = sender == last || peers.contains(sender);
        int at = datagram.position();
        if (token.matches(datagram, at, datagram.remaining())) {
            if (!known) {
                remember(sender);
            }
            datagram.putInt(at, Token.ANSWER).limit(at + Token.ANSWER_BYTES);
            return true;
        }
        if (!known) {
            counts.rejected();
            return false;
        }
        last = sender;
        if (datagram.remaining() < StreamFlow.MIN_BODY) {
            counts.badFrame();
            return false;
        }
        messages.add(1);
        return true;
    }

    private void remember(SocketAddress sender) {
        if (peers.size() == MOST_PEERS) {
            Iterator<SocketAddress> oldest = peers.iterator();
            oldest.next();
            oldest.remove();
            counts.closed();
            last = null; // it may have been this one
        }
        peers.add(sender);
        counts.opened();
    }
}
