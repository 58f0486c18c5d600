package pingmark.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import java.io.IOException;
import java.nio.ByteBuffer;
import pingmark.kit.measuring.Connection;
import pingmark.kit.sockets.Failures;

/** Hands a client's connection what its channel received. */
abstract class ClientHandler extends ChannelInboundHandlerAdapter {
    final Connection connection;
    private final Runnable resend;

    private ClientHandler(Connection connection) {
        this.connection = connection;
        resend = connection::resend;
    }

    /** Resends in a task of its own: the channel may become writable within the very write that filled it. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable() && connection.unsent()) {
            context.executor().execute(resend);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        connection.end(Connection.CLOSED);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        connection.end(cause instanceof IOException e ? Failures.reason(e) : cause.toString());
    }

    static final class OfStream extends ClientHandler {
        private final Buffers.Rest rest = new Buffers.Rest();

        OfStream(Connection connection) {
            super(connection);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = rest.join((ByteBuf) message);
            ByteBuffer view = Buffers.view(in);
            int start = view.position();
            connection.received(view);
            rest.keep(in.skipBytes(view.position() - start));
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            rest.release();
            super.channelInactive(context);
        }
    }

    static final class OfDatagrams extends ClientHandler {
        OfDatagrams(Connection connection) {
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
            if (!Failures.isLostDatagram(cause)) {
                super.exceptionCaught(context, cause);
            }
        }
    }
}
