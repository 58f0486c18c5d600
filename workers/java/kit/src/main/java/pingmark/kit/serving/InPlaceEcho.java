package pingmark.kit.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.process.Counter;
import pingmark.kit.sockets.InPlace;
import pingmark.kit.sockets.StreamEnds;

/**
 * Serves one stream whose ends share memory: whole messages go back without a buffer between. The hello, and what does
 * not lie there whole and in one piece, is echoed as on any stream.
 */
public final class InPlaceEcho extends StreamEcho {
    private final InPlace link;

    public InPlaceEcho(Server server, Counter messages, InPlace link, StreamEnds ends) {
        super(server, messages, link, ends);
        this.link = link;
    }

    @Override
    boolean serveOnce() throws IOException {
        return !unsent() && link.quiet() || pass() || super.serveOnce();
    }

    /** False: there is nothing that can go this way. */
    private boolean pass() throws IOException {
        ByteBuffer place = link.place(0);
        ByteBuffer arrived = link.arrived(place.remaining());
        int bytes = passes(arrived);
        if (bytes == 0) {
            return false;
        }
        place.put(place.position(), arrived, arrived.position(), bytes);
        link.sent(bytes);
        link.take(bytes);
        return true;
    }
}
