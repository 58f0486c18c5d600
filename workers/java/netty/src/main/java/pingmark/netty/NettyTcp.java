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
import pingmark.kit.Description;
import pingmark.kit.Description.Transport;
import pingmark.kit.FrameEcho;
import pingmark.kit.ListenPlan;
import pingmark.kit.Listening;
import pingmark.kit.ServerCounts;
import pingmark.kit.Session;
import pingmark.kit.SocketOptions;
import pingmark.kit.Stack;
import pingmark.kit.Tally;

/**
 * Netty over TCP. The sockets are opened by the JDK, so that connect times mean the same everywhere; then they are
 * Netty's.
 */
public final class NettyTcp implements Stack {
    private static final int BACKLOG = 1024;

    @Override
    public Description description() {
        return new Description("java/netty-tcp", "Netty: NioEventLoops and pooled buffers", Transport.TCP, false,
                "server: an event loop for each core; client: client_threads event loops", 65_540, 10_000,
                Description.MEMORY_BOUND, List.of(Description.CLIENT_THREADS));
    }

    @Override
    public Listening listen(ListenPlan plan, ServerCounts counts) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(plan.address().family());
        plan.options().apply(listener.socket());
        listener.bind(plan.address().socket(), BACKLOG);
        EventLoopGroup loops = new NioEventLoopGroup(
                Runtime.getRuntime().availableProcessors(), new DefaultThreadFactory("loop", true));
        ServerBootstrap bootstrap = new ServerBootstrap()
                                            .group(loops)
                                            .channelFactory(() -> new NioServerSocketChannel(listener))
                                            .childOption(ChannelOption.TCP_NODELAY, plan.options().noDelay())
                                            .handler(new AcceptHandler())
                                            .childHandler(accepted(plan, counts, loops));
        if (plan.options().sendBufferBytes()
                != SocketOptions.NOT_ASKED) { // the receive buffer is inherited from the listener
            bootstrap.childOption(ChannelOption.SO_SNDBUF, plan.options().sendBufferBytes());
        }
        bootstrap.register();
        return new Listening(listener.socket().getLocalPort(), plan.options().effective(listener.socket()));
    }

    private static ChannelInitializer<Channel> accepted(ListenPlan plan, ServerCounts counts, EventLoopGroup loops) {
        Map<EventExecutor, Tally> messages = new HashMap<>();
        loops.forEach(loop -> messages.put(loop, counts.newTally()));
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(
                        new StreamEchoHandler(new FrameEcho(plan, counts, messages.get(channel.eventLoop()))));
            }
        };
    }

    @Override
    public void connect(Session session) throws IOException {
        List<Channel> channels = new ArrayList<>();
        for (int at = 0; at < session.plan().connections(); at++) {
            SocketChannel socket = session.keep(SocketChannel.open(session.plan().address().family()));
            session.handshakes().open(socket.socket());
            if (session.first()) {
                session.effectiveOptions(SocketOptions.effective(socket.socket()));
            }
            channels.add(new NioSocketChannel(socket));
        }
        Lanes.share(session, channels, StreamFlowHandler::new);
    }
}
