package pingmark.grpc;

import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** A server of grpc-java on Netty. It has no client: that of C++ measures it. */
public final class GrpcStack implements Stack {
    private static final int BACKLOG = 1024;

    @Override
    public Description description() {
        return new Description("java/grpc", "grpc-java on Netty: a service whose unary call returns its message",
                Transport.GRPC, false, false, "an event loop for each core, and a thread pool, which answers calls",
                Description.MEMORY_BOUND, List.of());
    }

    /** The listener is opened by the JDK; then it is Netty's. */
    @Override
    public Listening listen(Server server) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(server.plan().address().family());
        server.plan().options().apply(listener.socket());
        listener.bind(server.plan().address().socket(), BACKLOG);
        Connections connections = new Connections(server);
        DefaultThreadFactory threads = new DefaultThreadFactory("loop", true);
        NettyServerBuilder.forAddress(listener.getLocalAddress())
                .bossEventLoopGroup(new NioEventLoopGroup(1, threads))
                .workerEventLoopGroup(new NioEventLoopGroup(Runtime.getRuntime().availableProcessors(), threads))
                .channelFactory(() -> new Acceptor(listener, connections))
                .withChildOption(ChannelOption.TCP_NODELAY, server.plan().options().noDelay())
                .addService(new EchoService(connections).bind())
                .build()
                .start();
        return new Listening(listener.socket().getLocalPort(), server.plan().options().effective(listener.socket()));
    }

    @Override
    public void connect(Client client) {
        throw new IllegalStateException("java/grpc is a server alone");
    }
}
