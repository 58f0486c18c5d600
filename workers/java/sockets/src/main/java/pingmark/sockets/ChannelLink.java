package pingmark.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import pingmark.kit.sockets.Link;

/** A non-blocking channel: a receive without data and a send without room return at once. */
record ChannelLink(ByteChannel channel) implements Link {
    @Override
    public int receive(ByteBuffer in) throws IOException {
        return channel.read(in);
    }

    @Override
    public void send(ByteBuffer out) throws IOException {
        channel.write(out);
    }
}
