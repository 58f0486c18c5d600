package pingmark.known;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import pingmark.kit.sockets.Link;

/** A blocking socket, whose receive returns as much later as it is told. */
final class DelayedLink implements Link {
    private final InputStream input;
    private final OutputStream output;
    private final LongSupplier delays;
    private final DelayLog log = new DelayLog();

    DelayedLink(Socket socket, LongSupplier delays) throws IOException {
        input = socket.getInputStream();
        output = socket.getOutputStream();
        this.delays = delays;
    }

    DelayLog log() {
        return log;
    }

    @Override
    public int receive(ByteBuffer in) throws IOException {
        int bytes = input.read(in.array(), in.position(), in.remaining());
        if (bytes > 0) {
            in.position(in.position() + bytes);
            long arrived = System.nanoTime();
            long delay = delays.getAsLong();
            long spun = 0;
            while (spun < delay) {
                spun = System.nanoTime() - arrived;
            }
            log.record(spun);
        }
        return bytes;
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
