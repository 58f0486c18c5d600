package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** A thread for each connection, blocked in the read of a SocketChannel: buffers in place of streams. */
public final class TcpNioBlocking implements Stack {
    @Override
    public Description description() {
        return new Description("java/tcp-nio-blocking", "Blocking SocketChannel, a thread for each connection",
                Transport.TCP, false, false,
                "a thread for each connection; in the client another that looks for losses", Description.BUFFER_BOUND,
                List.of())
                .takingOneWay()
                .inOneThread();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        ServerSocketChannel listener = Channels.listen(server.plan());
        ConnectionThreads.start(listener.socket(), server,
                socket -> new ChannelLink(socket.getChannel()), ConnectionThreads.PLATFORM_THREADS);
        return Channels.listening(server.plan(), listener);
    }

    @Override
    public void connect(Client client) throws IOException {
        for (int at = 0; at < client.plan().connections(); at++) {
            SocketChannel channel = client.connectStream();
            BlockingReader.start(client.newLane(), new ChannelLink(channel), channel);
        }
    }
}
