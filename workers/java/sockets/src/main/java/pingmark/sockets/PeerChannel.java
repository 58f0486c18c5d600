package pingmark.sockets;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import pingmark.kit.protocol.Constants;
import pingmark.kit.serving.DatagramEcho;
import pingmark.kit.sockets.LostSend;

/** One channel of a server of datagrams: of one peer, or of all those that have none of their own. */
final class PeerChannel {
    private final PeerChannels all;
    private final DatagramChannel channel;
    /** Null: of all. */
    private final SocketAddress peer;
    private final ByteBuffer buffer;
    private int emptyPolls;

    PeerChannel(PeerChannels all, DatagramChannel channel, SocketAddress peer) {
        this.all = all;
        this.channel = channel;
        this.peer = peer;
        buffer = all.buffer();
    }

    DatagramChannel channel() {
        return channel;
    }

    SocketAddress peer() {
        return peer;
    }

    /** Returns how many polls have been empty since something came. */
    int emptyPolls() {
        return emptyPolls;
    }

    /** Receives once and answers. Returns whether something came. When the peer is gone, the channel is closed. */
    boolean serve() {
        try {
            boolean some = peer == null ? serveAny() : serveOne();
            emptyPolls = some ? 0 : emptyPolls + 1;
            return some;
        } catch (IOException e) {
            boolean lost = LostSend.is(e);
            if (!lost && peer != null) {
                close();
                return false;
            }
            if (!lost) {
                System.err.println("datagram: " + e.getMessage());
            }
            return true;
        }
    }

    private boolean serveOne() throws IOException {
        if (channel.read(buffer.clear()) == 0) {
            return false;
        }
        if (all.echo().answer(buffer.flip())) {
            for (int tries = 0; tries < Constants.FULL_SOCKET_TRIES && buffer.hasRemaining(); tries++) {
                channel.write(buffer);
            }
        }
        return true;
    }

    private boolean serveAny() throws IOException {
        DatagramEcho echo = all.echo();
        SocketAddress sender = channel.receive(buffer.clear());
        if (sender == null) {
            return false;
        }
        if (echo.answer(buffer.flip(), sender)) {
            if (echo.greeted()) {
                all.welcome(sender);
            }
            all.send(buffer, sender);
        }
        return true;
    }

    void close() {
        all.remove(this);
        try {
            channel.close();
        } catch (IOException e) {
            System.err.println("close: " + e.getMessage());
        }
    }
}
