package pingmark.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import pingmark.kit.DatagramEcho;
import pingmark.kit.Description;
import pingmark.kit.Description.Transport;
import pingmark.kit.Flow;
import pingmark.kit.Lane;
import pingmark.kit.Link;
import pingmark.kit.ListenPlan;
import pingmark.kit.Listening;
import pingmark.kit.LostSend;
import pingmark.kit.ServerCounts;
import pingmark.kit.Session;
import pingmark.kit.SocketOptions;
import pingmark.kit.Stack;
import pingmark.kit.WorkThread;

/**
 * One thread that never waits. The server has one unconnected channel for all peers, the client a connected one for
 * each connection.
 */
public final class UdpSpin implements Stack {
    /**
     * A full send buffer drains by itself. A datagram that finds no room so many times is dropped, as the network
     * might.
     */
    private static final int SEND_TRIES = 1000;

    @Override
    public Description description() {
        return new Description("java/udp-spin", "Non-blocking DatagramChannel in a busy loop", Transport.UDP, true,
                "one spinning thread each for server and client", 65_507, 10_000, Description.MEMORY_BOUND);
    }

    @Override
    public Listening listen(ListenPlan plan, ServerCounts counts) throws IOException {
        DatagramChannel channel = DatagramChannel.open(plan.address().family());
        plan.options().applyToServer(channel);
        channel.bind(plan.address().socket());
        channel.configureBlocking(false);
        DatagramEcho echo = new DatagramEcho(plan, counts);
        WorkThread.start("spin", () -> serve(channel, echo));
        int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        return new Listening(port, SocketOptions.effective(channel));
    }

    private static void serve(DatagramChannel channel, DatagramEcho echo) {
        ByteBuffer buffer = DatagramEcho.buffer();
        while (true) {
            try {
                serveOne(channel, echo, buffer);
            } catch (IOException e) {
                if (!LostSend.is(e)) {
                    System.err.println("datagram: " + e.getMessage());
                }
            }
        }
    }

    private static void serveOne(DatagramChannel channel, DatagramEcho echo, ByteBuffer buffer) throws IOException {
        SocketAddress sender = channel.receive(buffer.clear());
        if (sender == null || !echo.answer(buffer.flip(), sender)) {
            return;
        }
        for (int tries = 0; tries < SEND_TRIES && buffer.hasRemaining(); tries++) {
            channel.send(buffer, sender);
        }
    }

    @Override
    public void connect(Session session) throws IOException {
        Lane lane = session.newLane();
        Flow[] flows = new Flow[(int) session.plan().connections()];
        for (int at = 0; at < flows.length; at++) {
            DatagramChannel channel = session.keep(DatagramChannel.open(session.plan().address().family()));
            session.handshakes().open(channel);
            if (session.first()) {
                session.effectiveOptions(SocketOptions.effective(channel));
            }
            flows[at] = lane.add(new DatagramLink(channel));
        }
        lane.onMeasure(() -> measure(lane, flows));
    }

    private static void measure(Lane lane, Flow[] flows) {
        while (lane.running()) {
            for (Flow flow : flows) {
                if (!flow.receive()) {
                    lane.idle();
                }
            }
        }
    }

    private record DatagramLink(DatagramChannel channel) implements Link {
        @Override
        public int receive(ByteBuffer in) throws IOException {
            return channel.read(in);
        }

        @Override
        public void send(ByteBuffer out) throws IOException {
            for (int tries = 0; tries < SEND_TRIES && out.hasRemaining(); tries++) {
                channel.write(out);
            }
        }
    }
}
