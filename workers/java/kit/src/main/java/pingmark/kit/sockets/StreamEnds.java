package pingmark.kit.sockets;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLSocket;

/** Knows how a server's stream ends, and who is at its other end. */
public interface StreamEnds extends Closeable {
    /** Called by another thread than the one that serves it, whose receive then returns. */
    void shutDown() throws IOException;

    /** Null: not known any more. */
    SocketAddress peer();

    static StreamEnds of(Socket socket) {
        return new StreamEnds() {
            @Override
            public void shutDown() throws IOException {
                if (socket instanceof SSLSocket) {
                    socket.close(); // half of a stream of TLS can't be closed before the peer has closed the other
                    return;
                }
                socket.shutdownInput();
                socket.shutdownOutput();
            }

            @Override
            public SocketAddress peer() {
                return socket.getRemoteSocketAddress();
            }

            @Override
            public void close() throws IOException {
                socket.close();
            }
        };
    }

    static StreamEnds of(SocketChannel channel) {
        return new StreamEnds() {
            @Override
            public void shutDown() throws IOException {
                channel.shutdownInput();
                channel.shutdownOutput();
            }

            @Override
            public SocketAddress peer() {
                try {
                    return channel.getRemoteAddress();
                } catch (IOException e) {
                    return null;
                }
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
