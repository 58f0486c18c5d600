package pingmark.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DatagramPacket;
import pingmark.kit.measuring.Connection;
import pingmark.kit.sockets.LostSend;

/** Hands the connection a datagram, in place. */
final class DatagramHandler extends ConnectionHandler {
    DatagramHandler(Connection connection) {
        super(connection);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        connection.received(Buffers.view(packet.content()));
        packet.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!LostSend.is(cause)) {
            super.exceptionCaught(context, cause);
        }
    }
}
