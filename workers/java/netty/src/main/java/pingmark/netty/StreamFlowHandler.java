package pingmark.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import pingmark.kit.Flow;

/** Hands the flow what a read brought, in place. */
final class StreamFlowHandler extends FlowHandler {
    private final Rest rest = new Rest();

    StreamFlowHandler(Flow flow) {
        super(flow);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = rest.join((ByteBuf) message);
        ByteBuffer view = Buffers.view(in);
        int start = view.position();
        flow.received(view);
        rest.keep(in.skipBytes(view.position() - start));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        rest.release();
        super.channelInactive(context);
    }
}
