package pingmark.netty;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.serving.FrameEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/**
 * Netty over TCP. The sockets are opened by the JDK, so that connect times mean the same everywhere; then they are
 * Netty's.
 */
public final class NettyTcp implements Stack {
    private static final int BACKLOG = 1024;

    @Override
    public Description description() {
        return new Description("java/netty-tcp", "Netty: NioEventLoops and pooled buffers", Transport.TCP, false, false,
                "server: an event loop for each core; client: client_threads event loops", Description.MEMORY_BOUND,
                List.of(StackOption.CLIENT_THREADS));
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
                channel.pipeline().addLast(new StreamEchoHandler(new FrameEcho(
                        server, messages.get(channel.eventLoop()), channel::close, channel::remoteAddress)));
            }
        };
    }

    @Override
    public void connect(Client client) throws IOException {
        List<Channel> channels = new ArrayList<>();
        for (int at = 0; at < client.plan().connections(); at++) {
            SocketChannel socket = client.keep(SocketChannel.open(client.plan().address().family()));
            client.handshakes().open(socket.socket());
            NioSocketChannel channel = new NioSocketChannel(socket);
            // Netty turns Nagle's algorithm off when it wraps a socket, whatever it had been.
            channel.config().setTcpNoDelay(client.plan().options().noDelay());
            if (client.first()) {
                client.effectiveOptions(SocketOptions.effective(socket.socket()));
            }
            channels.add(channel);
        }
        Lanes.share(client, channels, StreamHandler::new);
    }
}
