package pingmark.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.serving.DatagramEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/**
 * Netty over UDP. The server has one channel for all peers, and so one event loop; the client has a connected channel
 * for each connection.
 */
public final class NettyUdp implements Stack {
    @Override
    public Description description() {
        return new Description("java/netty-udp", "Netty: NioEventLoops and pooled buffers", Transport.UDP, false, false,
                "server: one event loop, for its one socket; client: client_threads event loops",
                Description.MEMORY_BOUND, List.of(StackOption.CLIENT_THREADS));
    }

    @Override
    public Listening listen(Server server) throws IOException {
        DatagramChannel socket = DatagramChannel.open(server.plan().address().family());
        server.plan().options().applyToServer(socket);
        socket.bind(server.plan().address().socket());
        DatagramEcho echo = new DatagramEcho(server);
        EventLoopGroup loop = new NioEventLoopGroup(1, new DefaultThreadFactory("loop", true));
        server.wakeBy(() -> loop.execute(echo::forget));
        new Bootstrap()
                .group(loop)
                .channelFactory(() -> new NioDatagramChannel(socket))
                .option(ChannelOption.RCVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(DatagramEcho.LARGEST_DATAGRAM))
                .handler(new DatagramEchoHandler(echo))
                .register();
        int port = ((InetSocketAddress) socket.getLocalAddress()).getPort();
        return new Listening(port, SocketOptions.effective(socket));
    }

    @Override
    public void connect(Client client) throws IOException {
        // One byte more than expected, so that a longer answer is noticed.
        FixedRecvByteBufAllocator receiving = new FixedRecvByteBufAllocator((int) client.plan().messageBytes() + 1);
        List<Channel> channels = new ArrayList<>();
        for (int at = 0; at < client.plan().connections(); at++) {
            Channel channel = new NioDatagramChannel(client.connectDatagrams());
            channel.config().setRecvByteBufAllocator(receiving);
            channels.add(channel);
        }
        Lanes.share(client, channels, ClientHandler.OfDatagrams::new);
    }
}
