package pingmark.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import pingmark.kit.protocol.Constants;
import pingmark.kit.sockets.Link;

/** A connected channel of datagrams. */
record DatagramLink(DatagramChannel channel) implements Link {
    @Override
    public int receive(ByteBuffer in) throws IOException {
        return channel.read(in);
    }

    @Override
    public void send(ByteBuffer out) throws IOException {
        for (int tries = 0; tries < Constants.FULL_SOCKET_TRIES && out.hasRemaining(); tries++) {
            channel.write(out);
        }
    }
}
