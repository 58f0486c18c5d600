package pingmark.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.FrameEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.sockets.AcceptFailures;

/** Serves TCP streams by an event loop for each core. The JDK opens the listener; then Netty has it. */
public final class StreamServing {
    private static final int BACKLOG = 1024;

    private StreamServing() {
    }

    /** @param handlers adds the handlers of a new connection to its pipeline */
    public static Listening listen(Server server, BiConsumer<ChannelPipeline, FrameEcho> handlers) throws IOException {
        SocketOptions options = server.plan().options();
        ServerSocketChannel listener = ServerSocketChannel.open(server.plan().address().family());
        options.apply(listener.socket());
        listener.bind(server.plan().address().socket(), BACKLOG);
        EventLoopGroup loops = new NioEventLoopGroup(
                Runtime.getRuntime().availableProcessors(), new DefaultThreadFactory("loop", true));
        ServerBootstrap bootstrap = new ServerBootstrap()
                                            .group(loops)
                                            .channelFactory(() -> new NioServerSocketChannel(listener))
                                            .childOption(ChannelOption.TCP_NODELAY, options.noDelay())
                                            .handler(new AcceptHandler())
                                            .childHandler(accepted(server, loops, handlers));
        if (options.sendBufferBytes() != SocketOptions.NOT_ASKED) { // the listener hands down the receive buffer alone
            bootstrap.childOption(ChannelOption.SO_SNDBUF, options.sendBufferBytes());
        }
        bootstrap.register();
        return new Listening(listener.socket().getLocalPort(), options.effective(listener.socket()));
    }

    private static ChannelInitializer<Channel> accepted(
            Server server, EventLoopGroup loops, BiConsumer<ChannelPipeline, FrameEcho> handlers) {
        Map<EventExecutor, Counter> messages = new HashMap<>();
        loops.forEach(loop -> messages.put(loop, server.newCounter()));
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                handlers.accept(channel.pipeline(),
                        new FrameEcho(
                                server, messages.get(channel.eventLoop()), channel::close, channel::remoteAddress));
            }
        };
    }

    /** Pauses accepting after a failure. Netty's own pause is longer, and it logs every failure. */
    private static final class AcceptHandler extends ChannelInboundHandlerAdapter {
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
            failures.log(cause);
            ChannelConfig config = context.channel().config();
            config.setAutoRead(false);
            context.executor().schedule(
                    () -> config.setAutoRead(true), Constants.SHORTAGE_PAUSE_NS, TimeUnit.NANOSECONDS);
        }
    }
}
