package pingmark.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
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
import java.util.function.BiConsumer;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.FrameEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/**
 * Serves streams over TCP, whatever is in them, by an event loop for each core. The listener is opened by the JDK; then
 * it is Netty's.
 */
public final class StreamServing {
    private static final int BACKLOG = 1024;

    private StreamServing() {
    }

    /**
     * Begins to serve.
     * @param handlers puts the handlers of a new connection into its pipeline, with the echo of its frames
     */
    public static Listening listen(Server server, BiConsumer<ChannelPipeline, FrameEcho> handlers) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(server.plan().address().family());
        server.plan().options().apply(listener.socket());
        listener.bind(server.plan().address().socket(), BACKLOG);
        EventLoopGroup loops = new NioEventLoopGroup(
                Runtime.getRuntime().availableProcessors(), new DefaultThreadFactory("loop", true));
        ServerBootstrap bootstrap = new ServerBootstrap()
                                            .group(loops)
                                            .channelFactory(() -> new NioServerSocketChannel(listener))
                                            .childOption(ChannelOption.TCP_NODELAY, server.plan().options().noDelay())
                                            .handler(new AcceptHandler())
                                            .childHandler(accepted(server, loops, handlers));
        if (server.plan().options().sendBufferBytes()
                != SocketOptions.NOT_ASKED) { // the receive buffer is inherited from the listener
            bootstrap.childOption(ChannelOption.SO_SNDBUF, server.plan().options().sendBufferBytes());
        }
        bootstrap.register();
        return new Listening(listener.socket().getLocalPort(), server.plan().options().effective(listener.socket()));
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
}
