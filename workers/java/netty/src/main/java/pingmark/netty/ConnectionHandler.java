package pingmark.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import pingmark.kit.measuring.Connection;
import pingmark.kit.sockets.Failures;

/** What a connection of a client hears of its channel, whatever it carries. */
abstract class ConnectionHandler extends ChannelInboundHandlerAdapter {
    final Connection connection;
    private final Runnable resend;

    ConnectionHandler(Connection connection) {
        this.connection = connection;
        resend = connection::resend;
    }

    /** As a task: the channel may become writable again inside of the very write that filled it. */
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
}
