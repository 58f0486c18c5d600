package pingmark.netty;

import io.netty.channel.Channel;
import java.nio.ByteBuffer;
import pingmark.kit.sockets.Output;

/**
 * Sends by a channel, from one of Netty's pooled buffers: it may keep what it gets. While it still has to write what it
 * has, it gets no more: a stream offers it again, and a datagram is dropped, as the network might.
 */
record ChannelOutput(Channel channel, boolean stream) implements Output {
    @Override
    public void send(ByteBuffer out) {
        if (channel.isWritable()) {
            channel.writeAndFlush(channel.alloc().directBuffer(out.remaining()).writeBytes(out), channel.voidPromise());
        } else if (!stream) {
            out.position(out.limit());
        }
    }
}
