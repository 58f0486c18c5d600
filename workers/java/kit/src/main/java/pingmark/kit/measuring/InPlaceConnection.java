package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.loads.Load;
import pingmark.kit.protocol.Constants;
import pingmark.kit.sockets.Failures;
import pingmark.kit.sockets.InPlace;

/**
 * Composes messages in the memory shared with the server, and verifies answers there. Messages that are not whole and
 * contiguous there go through the buffers, as on any stream.
 */
final class InPlaceConnection extends StreamConnection {
    private final InPlace link;
    private final int maxBytes;
    /** Bytes composed in place and not sent; those in the out-buffer come after them. */
    private int placed;

    InPlaceConnection(Lane lane, InPlace link, int maxInFlightBytes) {
        super(lane, link, maxInFlightBytes);
        this.link = link;
        maxBytes = capacity(RECEIVE_BYTES, lane.plan());
    }

    @Override
    public boolean receive() {
        if (link.isQuiet()) {
            return false;
        }
        if (hasPart()) {
            return super.receive();
        }
        try {
            ByteBuffer arrived = link.arrived(maxBytes);
            if (!beginsWhole(arrived)) {
                return super.receive();
            }
            int from = arrived.position();
            handle(arrived);
            link.take(arrived.position() - from);
            return true;
        } catch (IOException e) {
            end(Failures.reason(e));
            return false;
        }
    }

    private boolean beginsWhole(ByteBuffer arrived) {
        int bytes = arrived.remaining();
        return bytes >= headerBytes + Constants.MIN_BODY_BYTES
                && bytes >= headerBytes + bodyBytesAt(arrived, arrived.position());
    }

    @Override
    void write(int sequence) throws IOException {
        ByteBuffer place = unsent() ? null : link.place(placed + frameBytes);
        if (place == null) {
            super.write(sequence);
            return;
        }
        placed += compose(sequence, place, place.position() + placed);
    }

    @Override
    void flush(Load.Sends sends) throws IOException {
        if (placed > 0) {
            int bytes = placed;
            placed = 0;
            if (sends == Load.Sends.TOGETHER) {
                link.sent(bytes);
            } else {
                sendPlacedParts(sends, bytes);
            }
        }
        super.flush(sends);
    }

    private void sendPlacedParts(Load.Sends sends, int bytes) throws IOException {
        for (int sent = 0, next; sent < bytes; sent += next) {
            next = bytesOfNextCall(sends, sent % frameBytes, bytes - sent);
            link.sent(next);
        }
    }
}
