package pingmark.kit;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Set;

/** A server's side of datagrams: who may have an answer, and which. Used by one thread. */
public final class DatagramEcho {
    private static final int LARGEST_DATAGRAM = 1 << 16;

    private final Token token;
    private final ServerCounts counts;
    private final Tally messages;
    private final Set<SocketAddress> peers = new HashSet<>();
    /** Most datagrams come from the peer of the one before, whose address is then the same object. */
    private SocketAddress last;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(LARGEST_DATAGRAM).order(ByteOrder.LITTLE_ENDIAN);

    public DatagramEcho(ListenPlan plan, ServerCounts counts) {
        this.token = plan.token();
        this.counts = counts;
        messages = counts.newTally();
    }

    /** Empty, to receive into. */
    public ByteBuffer buffer() {
        return buffer.clear();
    }

    /** Turns what was received into its answer, ready to be sent to the sender. False: there is none. */
    public boolean answer(SocketAddress sender) {
        buffer.flip();
        if (token == null) {
            messages.add(1);
            return true;
        }
        boolean known = sender == last || peers.contains(sender);
        if (token.matches(buffer, 0, buffer.limit())) {
            if (!known) {
                peers.add(sender);
                counts.opened();
            }
            buffer.putInt(0, Token.ANSWER).limit(Token.ANSWER_BYTES);
            return true;
        }
        if (!known) {
            counts.rejected();
            return false;
        }
        last = sender;
        if (buffer.limit() < StreamFlow.MIN_BODY) {
            counts.badFrame();
            return false;
        }
        messages.add(1);
        return true;
    }
}
