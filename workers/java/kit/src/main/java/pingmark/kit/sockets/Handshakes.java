package pingmark.kit.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import javax.net.ssl.SSLSocket;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Token;

/** Opens a client's connections one by one, within the plan's timeout for all of them, and records their times. */
public final class Handshakes {
    /** A server that spins on the same core answers only while this thread sleeps. */
    private static final long SPIN_NS = 50_000;

    private final ConnectPlan plan;
    private final long deadline;
    private final LongConsumer recordNs;

    public Handshakes(ConnectPlan plan, LongConsumer recordNs) {
        this.plan = plan;
        this.recordNs = recordNs;
        deadline = System.nanoTime() + plan.timeoutNs();
    }

    /** Connects and leaves the socket without a timeout. */
    public void open(Socket socket) throws IOException {
        long start = System.nanoTime();
        try {
            plan.options().apply(socket);
            socket.connect(plan.address().socket(), leftMs());
            if (socket instanceof SSLSocket encrypted) {
                socket.setSoTimeout(leftMs());
                encrypted.startHandshake();
            }
            if (plan.token() != null) {
                greet(socket);
            }
            socket.setSoTimeout(0);
        } catch (IOException e) {
            throw failed(Failures.reason(e));
        }
        recordNs.accept(System.nanoTime() - start);
    }

    private void greet(Socket socket) throws IOException {
        socket.getOutputStream().write(framedHello().array());

        ByteBuffer answer = buffer(Integer.BYTES + Token.ANSWER_BYTES);
        InputStream input = socket.getInputStream();
        while (answer.hasRemaining()) {
            socket.setSoTimeout(leftMs());
            int count = input.read(answer.array(), answer.position(), answer.remaining());
            if (count < 0) {
                throw closedEarly();
            }
            answer.position(answer.position() + count);
        }
        requireAnswer(answer);
    }

    /** Opens a connection that is not a java.net.Socket; its link never waits. */
    public interface Connecting<L extends Link> {
        L connect() throws IOException;
    }

    /** Connects, and says hello over the link. */
    public <L extends Link> L open(Connecting<L> connecting) throws IOException {
        long start = System.nanoTime();
        try {
            L link = connecting.connect();
            if (plan.token() != null) {
                greet(link, start);
            }
            recordNs.accept(System.nanoTime() - start);
            return link;
        } catch (IOException e) {
            throw failed(Failures.reason(e));
        }
    }

    private void greet(Link link, long start) throws IOException {
        ByteBuffer hello = framedHello().flip();
        ByteBuffer answer = buffer(Integer.BYTES + Token.ANSWER_BYTES);
        while (answer.hasRemaining()) {
            leftMs();
            if (hello.hasRemaining()) {
                link.send(hello);
            }
            int count = link.receive(answer);
            if (count < 0) {
                throw closedEarly();
            }
            if (count == 0 && System.nanoTime() - start >= SPIN_NS) {
                LockSupport.parkNanos(SPIN_NS);
            }
        }
        requireAnswer(answer);
    }

    private ByteBuffer framedHello() {
        int body = Token.helloBytes(plan);
        ByteBuffer hello = buffer(Integer.BYTES + body).putInt(body);
        plan.token().putHello(hello, plan);
        return hello;
    }

    private static IOException closedEarly() {
        return new IOException("closed by the peer before it answered the hello");
    }

    private static void requireAnswer(ByteBuffer answer) throws IOException {
        if (answer.getInt(0) != Token.ANSWER_BYTES || answer.getInt(Integer.BYTES) != Token.ANSWER) {
            throw new IOException("the answer to the hello is not PMOK");
        }
    }

    /** Connects and leaves the channel non-blocking. */
    public void open(DatagramChannel channel) throws IOException {
        long start = System.nanoTime();
        try {
            plan.options().apply(channel);
            channel.connect(plan.address().socket());
            channel.configureBlocking(false);
            if (plan.token() == null) {
                return;
            }
            greet(channel, start);
        } catch (IOException e) {
            throw failed(Failures.reason(e));
        }
        recordNs.accept(System.nanoTime() - start);
    }

    private void greet(DatagramChannel channel, long start) throws IOException {
        ByteBuffer hello = buffer(Token.helloBytes(plan));
        plan.token().putHello(hello, plan);
        ByteBuffer answer = buffer(Token.ANSWER_BYTES + 1);
        for (long repeat = start, now = start;; now = System.nanoTime()) {
            if (now >= repeat) {
                leftMs();
                send(channel, hello.rewind());
                repeat = now + Constants.HELLO_REPEAT_NS;
            }
            channel.read(answer.clear());
            if (answer.position() == Token.ANSWER_BYTES && answer.getInt(0) == Token.ANSWER) {
                return;
            }
            if (now >= repeat - Constants.HELLO_REPEAT_NS + SPIN_NS) {
                LockSupport.parkNanos(SPIN_NS);
            }
        }
    }

    private static void send(DatagramChannel channel, ByteBuffer hello) throws IOException {
        try {
            channel.write(hello);
        } catch (IOException e) {
            Failures.throwUnlessLost(e);
        }
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private int leftMs() throws IOException {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new IOException("no answer within " + plan.timeoutNs() / 1_000_000 + " ms for all connections");
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }

    private IOException failed(String reason) {
        return new IOException("connect " + plan.address() + ": " + reason);
    }
}
