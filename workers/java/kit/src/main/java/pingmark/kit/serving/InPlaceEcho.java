package pingmark.kit.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.process.Counter;
import pingmark.kit.sockets.InPlace;
import pingmark.kit.sockets.StreamEnds;

/**
 * Serves one stream whose ends share memory: whole, contiguous messages go back without a buffer in between. The rest
 * is echoed as on any stream.
 */
public final class InPlaceEcho extends StreamEcho {
    private final InPlace link;

    public InPlaceEcho(Server server, Counter messages, InPlace link, StreamEnds ends) {
        super(server, messages, link, ends);
        this.link = link;
    }

    @Override
    boolean serveOnce() throws IOException {
        return !unsent() && link.isQuiet() || pass() || super.serveOnce();
    }

    /** Returns false if nothing can be echoed in place. */
    private boolean pass() throws IOException {
        ByteBuffer place = link.place(0);
        ByteBuffer arrived = link.arrived(place.remaining());
        int bytes = countInPlace(arrived);
        if (bytes == 0) {
            return false;
        }
        place.put(place.position(), arrived, arrived.position(), bytes);
        link.sent(bytes);
        link.take(bytes);
        return true;
    }
}
