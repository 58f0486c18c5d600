package pingmark.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import pingmark.kit.Flow;

/** What a connection of a client hears of its channel, whatever it carries. */
abstract class FlowHandler extends ChannelInboundHandlerAdapter {
    final Flow flow;
    private final Runnable resend;

    FlowHandler(Flow flow) {
        this.flow = flow;
        resend = flow::resend;
    }

    /** As a task: the channel may become writable again inside of the very write that filled it. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable() && flow.unsent()) {
            context.executor().execute(resend);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        flow.end(Flow.CLOSED);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        flow.end(cause instanceof IOException e ? Flow.reason(e) : cause.toString());
    }
}
