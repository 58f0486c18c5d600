package pingmark.grpc;

import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;

/** A listener of Netty's that is bound already, and shows the connections that it accepts. */
final class Acceptor extends NioServerSocketChannel {
    private final Connections connections;

    Acceptor(ServerSocketChannel listener, Connections connections) {
        super(listener);
        this.connections = connections;
    }

    @Override
    protected void doBind(SocketAddress address) {
        // It is.
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
        int before = accepted.size();
        int messages = super.doReadMessages(accepted);
        for (Object channel : accepted.subList(before, accepted.size())) {
            connections.opened((SocketChannel) channel);
        }
        return messages;
    }
}
