package pingmark.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import pingmark.kit.Client;
import pingmark.kit.Connection;
import pingmark.kit.Constants;
import pingmark.kit.Description;
import pingmark.kit.Description.Transport;
import pingmark.kit.Lane;
import pingmark.kit.Link;
import pingmark.kit.Listening;
import pingmark.kit.Server;
import pingmark.kit.SocketOptions;
import pingmark.kit.Stack;
import pingmark.kit.WorkThread;

/** One thread that never waits. The client has a connected channel for each connection. */
public final class UdpSpin implements Stack {
    @Override
    public Description description() {
        return new Description("java/udp-spin", "Non-blocking DatagramChannel in a busy loop", Transport.UDP, true,
                true, "one spinning thread each for server and client", Description.MEMORY_BOUND,
                List.of(Description.CONNECTED_SOCKETS));
    }

    @Override
    public Listening listen(Server server) throws IOException {
        UdpServer spinning = new UdpServer(server);
        WorkThread.start("spin", spinning::serve);
        return new Listening(spinning.port(), SocketOptions.effective(spinning.listener()));
    }

    @Override
    public void connect(Client client) throws IOException {
        Lane lane = client.newLane();
        Connection[] connections = new Connection[(int) client.plan().connections()];
        for (int at = 0; at < connections.length; at++) {
            DatagramChannel channel = client.keep(DatagramChannel.open(client.plan().address().family()));
            client.handshakes().open(channel);
            if (client.first()) {
                client.effectiveOptions(SocketOptions.effective(channel));
            }
            connections[at] = lane.add(new DatagramLink(channel));
        }
        lane.onMeasure(() -> SpinLoop.measure(lane, connections));
    }

    private record DatagramLink(DatagramChannel channel) implements Link {
        @Override
        public int receive(ByteBuffer in) throws IOException {
            return channel.read(in);
        }

        @Override
        public void send(ByteBuffer out) throws IOException {
            for (int tries = 0; tries < Constants.FULL_SOCKET_TRIES && out.hasRemaining(); tries++) {
                channel.write(out);
            }
        }
    }
}
