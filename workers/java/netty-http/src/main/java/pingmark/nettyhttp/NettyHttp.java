package pingmark.nettyhttp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.FrameEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** Netty's codec of HTTP/1.1, as its examples use it. It has no client: that of C++ measures it. */
public final class NettyHttp implements Stack {
    private static final int BACKLOG = 1024;

    @Override
    public Description description() {
        return new Description("java/netty-http", "Netty: HttpServerCodec, HttpObjectAggregator and a handler",
                Transport.HTTP, false, false, "an event loop for each core", Description.MEMORY_BOUND, List.of());
    }

    @Override
    public Listening listen(Server server) throws IOException {
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
                                            .childHandler(accepted(server, loops));
        if (server.plan().options().sendBufferBytes()
                != SocketOptions.NOT_ASKED) { // the receive buffer is inherited from the listener
            bootstrap.childOption(ChannelOption.SO_SNDBUF, server.plan().options().sendBufferBytes());
        }
        bootstrap.register();
        return new Listening(listener.socket().getLocalPort(), server.plan().options().effective(listener.socket()));
    }

    private static ChannelInitializer<Channel> accepted(Server server, EventLoopGroup loops) {
        Map<EventExecutor, Counter> messages = new HashMap<>();
        loops.forEach(loop -> messages.put(loop, server.newCounter()));
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                FrameEcho bodies = new FrameEcho(
                        server, messages.get(channel.eventLoop()), channel::close, channel::remoteAddress);
                channel.pipeline().addLast(new HttpServerCodec(), new Aggregator(bodies), new EchoHandler(bodies));
            }
        };
    }

    @Override
    public void connect(Client client) {
        throw new IllegalStateException("java/netty-http is a server alone");
    }
}
