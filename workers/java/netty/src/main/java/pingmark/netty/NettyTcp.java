package pingmark.netty;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/**
 * Netty over TCP. The JDK opens the sockets, so that connect times mean the same for all stacks; then Netty has them.
 */
public final class NettyTcp implements Stack {
    @Override
    public Description description() {
        return new Description("java/netty-tcp", "Netty: NioEventLoops and pooled buffers", Transport.TCP, false, false,
                "server: an event loop for each core; client: client_threads event loops", Description.MEMORY_BOUND,
                List.of(StackOption.CLIENT_THREADS));
    }

    @Override
    public Listening listen(Server server) throws IOException {
        return StreamServing.listen(server, (pipeline, frames) -> pipeline.addLast(new StreamEchoHandler(frames)));
    }

    @Override
    public void connect(Client client) throws IOException {
        List<Channel> channels = new ArrayList<>();
        for (int at = 0; at < client.plan().connections(); at++) {
            NioSocketChannel channel = new NioSocketChannel(client.connectStream());
            // Netty turns Nagle's algorithm off when it wraps a socket.
            channel.config().setTcpNoDelay(client.plan().options().noDelay());
            channels.add(channel);
        }
        Lanes.share(client, channels, ClientHandler.OfStream::new);
    }
}
