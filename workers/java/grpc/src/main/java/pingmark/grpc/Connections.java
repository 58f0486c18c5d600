package pingmark.grpc;

import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.netty.channel.socket.SocketChannel;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import pingmark.kit.serving.Server;

/** The connections that calls come by, by the addresses of their peers. */
final class Connections {
    private final Server server;
    private final Map<SocketAddress, Connection> byPeer = new ConcurrentHashMap<>();

    Connections(Server server) {
        this.server = server;
    }

    void opened(SocketChannel channel) {
        SocketAddress peer = channel.remoteAddress();
        if (peer == null) { // it has gone
            return;
        }
        Connection connection = new Connection(server, channel, peer);
        byPeer.put(peer, connection);
        channel.closeFuture().addListener(ended -> {
            byPeer.remove(peer, connection);
            connection.closed();
        });
    }

    /** Null where it has ended meanwhile. */
    Connection of(ServerCall<?, ?> call) {
        return byPeer.get(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    }
}
