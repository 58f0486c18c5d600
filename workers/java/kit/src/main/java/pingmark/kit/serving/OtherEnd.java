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
 * Is the server's end of a stream whose client's end has the same thread: what was sent is received here, and sent
 * back, before the client receives. Should it never come, the watchdog ends the measurement.
 */
public final class OtherEnd {
    /** Takes the next connection, which is on its way; gives up after a while. */
    public interface Meeting {
        StreamEcho meet() throws IOException;
    }

    private final Meeting meeting;
    private Thread greeting;
    private StreamEcho echo;
    private IOException failure;
    private long owed;

    private OtherEnd(Meeting meeting) {
        this.meeting = meeting;
    }

    /** Null: the server has threads of its own. */
    public static OtherEnd of(Server server, ConnectPlan plan) throws Unsupported {
        if (server == null || !server.oneThread()) {
            return null;
        }
        if (plan.connections() != 1 || plan.token() == null || plan.oneWay() || plan.churns() || plan.ticks() != null) {
            throw new Unsupported("pair_threads 1: of one connection with a hello, whose messages are echoed");
        }
        Unsupported.unless("with pair_threads 1, in_flight x message_bytes", plan.inFlight() * plan.messageBytes(), 1,
                Constants.MAX_PREFLOOD_BYTES);
        return new OtherEnd(server.meeting());
    }

    /** A thread of its own greets the client, which waits for the answer. */
    public void greet() {
        greeting = WorkThread.start("greeting", () -> {
            try {
                echo = meeting.meet();
                if (echo == null) {
                    throw new IOException("a stranger came, and not the client");
                }
                echo(Integer.BYTES + Token.BODY_BYTES);
            } catch (IOException e) {
                failure = e;
            }
        });
    }

    /** The client has its answer. */
    public void awaitGreeted(long timeoutNs) throws IOException, InterruptedException {
        greeting.join(TimeUnit.NANOSECONDS.toMillis(timeoutNs));
        if (failure != null) {
            throw failure;
        }
        if (greeting.isAlive()) {
            throw new IOException("the server's end did not come");
        }
    }

    private void echo(int sent) throws IOException {
        owed += sent;
        while (echo.received() < owed || echo.unsent()) {
            if (!echo.serve()) {
                throw new IOException("the server's end has ended");
            }
        }
    }

    /** Whatever the client sends is echoed before its send returns. */
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
        public boolean quiet() {
            return client.quiet();
        }

        @Override
        public ByteBuffer arrived(int most) throws IOException {
            return client.arrived(most);
        }

        @Override
        public void take(int bytes) {
            client.take(bytes);
        }

        @Override
        public ByteBuffer place(int least) throws IOException {
            return client.place(least);
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
