package pingmark.kit.measuring;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Token;
import pingmark.kit.sockets.Link;

/**
 * The client of load churn, with a connection for each message: it connects, sends hello and message by one call, and
 * closes after both answers. Its calls block with every stack, as the load measures how servers accept. The lane's
 * connection of the connect request stays idle.
 */
final class ChurnLink implements Link, Closeable {
    private static final int CONNECT_WITHIN_MS = 1_000;
    private static final int LONGEST_WAIT_MS = (int) (Constants.LONGEST_WAIT_NS / 1_000_000);

    private final ConnectPlan plan;
    private final ByteBuffer request;
    /** 0, like greetingBytes, for a plain server. */
    private final int helloBytes;
    private final int greetingBytes;
    private final ByteBuffer answer;
    /** Null: none is open. */
    private Socket current;
    private long began;
    private long connected;
    private long firstByte;
    /** Of the last exchange. */
    private long connectNs;
    private long firstByteNs;

    private ChurnLink(ConnectPlan plan) {
        this.plan = plan;
        boolean greets = plan.token() != null;
        helloBytes = greets ? Integer.BYTES + Token.HELLO_BYTES : 0;
        greetingBytes = greets ? Integer.BYTES + Token.ANSWER_BYTES : 0;
        int message = (int) plan.messageBytes();
        request = ByteBuffer.allocate(helloBytes + message).order(ByteOrder.LITTLE_ENDIAN);
        if (greets) {
            request.putInt(Token.HELLO_BYTES);
            plan.token().putHello(request, plan);
        }
        answer = ByteBuffer.allocate(greetingBytes + message).order(ByteOrder.LITTLE_ENDIAN);
    }

    static void connect(Client client) throws IOException {
        for (int at = 0; at < client.plan().connections(); at++) {
            client.connect(new Socket());
            Lane lane = client.newLane();
            ChurnLink link = client.keep(new ChurnLink(client.plan()));
            Connection connection = lane.add(link);
            lane.onMeasure(() -> link.measure(lane, connection));
        }
    }

    private void measure(Lane lane, Connection connection) {
        Counts counts = lane.counts;
        while (lane.running()) {
            long before = counts.received;
            connection.receive();
            if (counts.received > before) {
                counts.churned(connectNs, firstByteNs);
            }
            lane.endPass();
        }
        close();
    }

    /** Leaves a message that can't be sent in time to be counted as lost. */
    @Override
    public void send(ByteBuffer out) throws IOException {
        request.clear().position(helloBytes);
        request.put(out);
        answer.clear();
        close();
        began = System.nanoTime();
        Socket socket = new Socket();
        try {
            plan.options().apply(socket);
            socket.connect(plan.address().socket(), CONNECT_WITHIN_MS);
            connected = System.nanoTime();
            socket.setSoTimeout(LONGEST_WAIT_MS);
            socket.getOutputStream().write(request.array(), 0, request.position());
            current = socket;
        } catch (SocketTimeoutException e) {
            socket.close();
        } catch (IOException e) {
            socket.close();
            throw explained(e);
        }
    }

    private static IOException explained(IOException e) {
        String reason = String.valueOf(e.getMessage());
        return new IOException(reason.contains("assign requested address")
                        ? "connect: no local port is free, as closed connections keep theirs (TIME_WAIT); widen "
                                + "net.ipv4.ip_local_port_range, or set net.ipv4.tcp_tw_reuse=1"
                        : "connect: " + reason);
    }

    @Override
    public int receive(ByteBuffer in) throws IOException {
        if (current == null) {
            Thread.onSpinWait(); // until the message is counted as lost
            return 0;
        }
        try {
            while (answer.hasRemaining()) {
                int bytes = current.getInputStream().read(answer.array(), answer.position(), answer.remaining());
                if (bytes < 0) {
                    return bytes;
                }
                if (answer.position() == 0) {
                    firstByte = System.nanoTime();
                }
                answer.position(answer.position() + bytes);
            }
        } catch (SocketTimeoutException e) {
            return 0;
        }
        close();
        if (greetingBytes > 0 && answer.getInt(Integer.BYTES) != Token.ANSWER) {
            throw new IOException("the answer to the hello is not PMOK");
        }
        connectNs = connected - began;
        firstByteNs = firstByte - began;
        in.put(answer.array(), greetingBytes, answer.capacity() - greetingBytes);
        return answer.capacity() - greetingBytes;
    }

    @Override
    public void close() {
        Socket open = current;
        current = null;
        if (open == null) {
            return;
        }
        try {
            open.close();
        } catch (IOException e) {
            System.err.println("close: " + e.getMessage());
        }
    }
}
