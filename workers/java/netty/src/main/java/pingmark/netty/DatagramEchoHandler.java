package pingmark.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import java.nio.ByteBuffer;
import pingmark.kit.serving.DatagramEcho;
import pingmark.kit.sockets.Failures;

/** Sends answers from the buffer that the datagram came in. */
final class DatagramEchoHandler extends ChannelInboundHandlerAdapter {
    private final DatagramEcho echo;

    DatagramEchoHandler(DatagramEcho echo) {
        this.echo = echo;
    }

    /**
     * Drops datagrams while the socket is full, as the network might: queued answers would use more and more memory.
     */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        ByteBuffer view = Buffers.view(packet.content());
        if (!context.channel().isWritable() || !echo.answer(view, packet.sender())) {
            packet.release();
            return;
        }
        packet.content().writerIndex(packet.content().readerIndex() + view.remaining());
        context.writeAndFlush(new DatagramPacket(packet.content(), packet.sender()), context.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!Failures.isLostDatagram(cause)) {
            System.err.println("datagram: " + cause.getMessage());
        }
    }
}
