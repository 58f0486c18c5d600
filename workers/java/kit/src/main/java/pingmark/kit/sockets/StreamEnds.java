package pingmark.kit.sockets;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocket;

/**
 * How a server's stream ends, and its peer.
 *
 * @param shutDown makes the receive of the serving thread return; called by another thread
 * @param peer gives null after it is not known any more
 */
public record StreamEnds(Closeable shutDown, Supplier<SocketAddress> peer, Closeable close) {
    public static StreamEnds of(Socket socket) {
        // Half of a TLS stream can't be closed before the peer has closed the other half.
        Closeable shutDown = socket instanceof SSLSocket ? socket : () -> {
            socket.shutdownInput();
            socket.shutdownOutput();
        };
        return new StreamEnds(shutDown, socket::getRemoteSocketAddress, socket);
    }

    public static StreamEnds of(SocketChannel channel) {
        Closeable shutDown = () -> {
            channel.shutdownInput();
            channel.shutdownOutput();
        };
        Supplier<SocketAddress> peer = () -> {
            try {
                return channel.getRemoteAddress();
            } catch (IOException e) {
                return null;
            }
        };
        return new StreamEnds(shutDown, peer, channel);
    }
}
