package pingmark.kit.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Token;
import pingmark.kit.protocol.Unsupported;
import pingmark.kit.sockets.InPlace;
import pingmark.kit.sockets.Link;

/**
 * The server's end of a stream whose two ends share a thread: each send of the client also receives and returns the
 * bytes at this end. If they never come, the watchdog ends the measurement.
 */
public final class OtherEnd {
    /** Accepts the client's connection, or fails after a timeout; null if another peer came. */
    public interface Acceptor {
        StreamEcho accept() throws IOException;
    }

    private final Acceptor acceptor;
    private Thread greeting;
    private StreamEcho echo;
    private IOException failure;
    private long expectedBytes;

    private OtherEnd(Acceptor acceptor) {
        this.acceptor = acceptor;
    }

    /** Returns null if the server has threads of its own. */
    public static OtherEnd of(Server server, ConnectPlan plan) throws Unsupported {
        if (server == null || !server.oneThread()) {
            return null;
        }
        if (plan.connections() != 1 || plan.token() == null || plan.oneWay() || plan.churns()
                || plan.snapshots() != null) {
            throw new Unsupported("pair_threads 1: only one connection with a hello, whose messages are echoed");
        }
        Unsupported.requireWithin("with pair_threads 1, in_flight x message_bytes",
                plan.inFlight() * plan.messageBytes(), 1, Constants.MAX_PREFLOOD_BYTES);
        return new OtherEnd(server.acceptor());
    }

    /** Answers the client's hello on a temporary thread, as the client waits for the answer. */
    public void greet() {
        greeting = WorkThread.start("greeting", () -> {
            try {
                echo = acceptor.accept();
                if (echo == null) {
                    throw new IOException("another peer connected in place of the client");
                }
                echo(Integer.BYTES + Token.HELLO_BYTES);
            } catch (IOException e) {
                failure = e;
            }
        });
    }

    public void awaitGreeted(long timeoutNs) throws IOException, InterruptedException {
        greeting.join(TimeUnit.NANOSECONDS.toMillis(timeoutNs));
        if (failure != null) {
            throw failure;
        }
        if (greeting.isAlive()) {
            throw new IOException("the server's end did not answer the hello in time");
        }
    }

    private void echo(int sent) throws IOException {
        expectedBytes += sent;
        while (echo.receivedBytes() < expectedBytes || echo.unsent()) {
            if (!echo.serve()) {
                throw new IOException("the server's end was closed");
            }
        }
    }

    /** Returns the client's link with an echo at the end of each send. */
    public Link beside(Link client) {
        return client instanceof InPlace shared ? new InPlaceBeside(shared) : new Beside(client);
    }

    private class Beside implements Link {
        private final Link client;

        Beside(Link client) {
            this.client = client;
        }

        @Override
        public int receive(ByteBuffer in) throws IOException {
            return client.receive(in);
        }

        @Override
        public void send(ByteBuffer out) throws IOException {
            int before = out.position();
            client.send(out);
            echo(out.position() - before);
        }

        @Override
        public ByteBuffer buffer(int capacity) {
            return client.buffer(capacity);
        }
    }

    private final class InPlaceBeside extends Beside implements InPlace {
        private final InPlace client;

        InPlaceBeside(InPlace client) {
            super(client);
            this.client = client;
        }

        @Override
        public boolean isQuiet() {
            return client.isQuiet();
        }

        @Override
        public ByteBuffer arrived(int maxBytes) throws IOException {
            return client.arrived(maxBytes);
        }

        @Override
        public void take(int bytes) {
            client.take(bytes);
        }

        @Override
        public ByteBuffer place(int minBytes) throws IOException {
            return client.place(minBytes);
        }

        @Override
        public void sent(int bytes) throws IOException {
            client.sent(bytes);
            echo(bytes);
        }
    }

    public void close() {
        if (echo != null) {
            echo.close();
        }
    }
}
