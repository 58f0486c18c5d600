package pingmark.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import pingmark.kit.measuring.Connection;

/** Hands the connection what a read brought, in place. */
final class StreamHandler extends ConnectionHandler {
    private final Rest rest = new Rest();

    StreamHandler(Connection connection) {
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
