package pingmark.nettyhttp;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import pingmark.kit.protocol.Constants;
import pingmark.kit.sockets.AcceptFailures;

/** Goes on when a server could not accept. Netty pauses for longer, and says so each time. */
final class AcceptHandler extends ChannelInboundHandlerAdapter {
    private final AcceptFailures failures = new AcceptFailures();

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        failures.accepted();
        context.fireChannelRead(accepted);
        try {
            failures.requireRoom();
        } catch (IOException e) {
            exceptionCaught(context, e);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failures.say(cause);
        ChannelConfig config = context.channel().config();
        config.setAutoRead(false);
        context.executor().schedule(() -> config.setAutoRead(true), Constants.SHORTAGE_PAUSE_NS, TimeUnit.NANOSECONDS);
    }
}
