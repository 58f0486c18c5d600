package pingmark.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import java.nio.ByteBuffer;
import pingmark.kit.serving.DatagramEcho;
import pingmark.kit.sockets.LostSend;

/** Sends each datagram that may have an answer back from the very buffer it came in. */
final class DatagramEchoHandler extends ChannelInboundHandlerAdapter {
    private final DatagramEcho echo;

    DatagramEchoHandler(DatagramEcho echo) {
        this.echo = echo;
    }

    /** While the socket takes no more, what comes is dropped, as the network might: it would pile up here. */
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
        if (!LostSend.is(cause)) {
            System.err.println("datagram: " + cause.getMessage());
        }
    }
}
