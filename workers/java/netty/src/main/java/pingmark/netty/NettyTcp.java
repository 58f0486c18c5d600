package pingmark.netty;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/**
 * Netty over TCP. The sockets are opened by the JDK, so that connect times mean the same everywhere; then they are
 * Netty's.
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
