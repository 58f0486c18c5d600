package pingmark.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import pingmark.kit.sockets.Link;

/** A blocking java.net.Socket: its streams take arrays, and a send returns when all is sent. */
final class SocketLink implements Link {
    private final Socket socket;
    private final InputStream input;
    private final OutputStream output;
    private int waitMs;

    SocketLink(Socket socket) throws IOException {
        this.socket = socket;
        input = socket.getInputStream();
        output = socket.getOutputStream();
    }

    @Override
    public int receive(ByteBuffer in) throws IOException {
        try {
            int bytes = input.read(in.array(), in.position(), in.remaining());
            if (bytes > 0) {
                in.position(in.position() + bytes);
            }
            return bytes;
        } catch (SocketTimeoutException e) {
            return 0;
        }
    }

    /** Sets the timeout of receives, which seldom changes. */
    void waitAtMost(int ms) {
        if (ms == waitMs) {
            return;
        }
        try {
            socket.setSoTimeout(ms);
            waitMs = ms;
        } catch (SocketException e) {
            waitMs = 0; // it is closed: the next receive reports it
        }
    }

    /** Returns whether a receive would not wait. Only a receive that waits finds the end of the stream. */
    boolean readable() {
        try {
            return input.available() > 0;
        } catch (IOException e) {
            return true; // the next receive reports it
        }
    }

    @Override
    public void send(ByteBuffer out) throws IOException {
        output.write(out.array(), out.position(), out.remaining());
        out.position(out.limit());
    }

    @Override
    public ByteBuffer buffer(int capacity) {
        return ByteBuffer.allocate(capacity);
    }
}
