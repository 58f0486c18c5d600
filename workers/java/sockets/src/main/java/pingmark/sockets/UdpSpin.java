package pingmark.sockets;

import java.io.IOException;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** One thread that never waits. The client has a connected channel for each connection. */
public final class UdpSpin implements Stack {
    @Override
    public Description description() {
        return new Description("java/udp-spin", "Non-blocking DatagramChannel in a busy loop", Transport.UDP, true,
                true, "one spinning thread each for server and client", Description.MEMORY_BOUND,
                List.of(Description.CONNECTED_SOCKETS))
                .takingOneWay()
                .sendingUnasked();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        UdpServer spinning = new UdpServer(server, null);
        WorkThread.start("spin", spinning::serveSpinning);
        return new Listening(spinning.port(), SocketOptions.effective(spinning.listener()));
    }

    @Override
    public void connect(Client client) throws IOException {
        Lane lane = client.newLane();
        Connection[] connections = new Connection[(int) client.plan().connections()];
        for (int at = 0; at < connections.length; at++) {
            connections[at] = lane.add(new DatagramLink(Channels.connectDatagrams(client)));
        }
        lane.onMeasure(() -> SpinLoop.measure(lane, connections));
    }
}
