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
import pingmark.kit.protocol.StackOption;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** One thread that never waits. The client has a connected channel for each connection. */
public final class UdpSpin implements Stack {
    /** An empty poll is a system call that every message of the other channels pays for. */
    private static final int QUIET_POLLS = 1 << 16;
    private static final int ROUNDS_PER_QUIET_POLL = 64;

    @Override
    public Description description() {
        return new Description("java/udp-spin", "Non-blocking DatagramChannel in a busy loop", Transport.UDP, true,
                true, "one spinning thread each for server and client", Description.MEMORY_BOUND,
                List.of(StackOption.CONNECTED_SOCKETS))
                .takingOneWay()
                .sendingUnasked();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        PeerChannels channels = new PeerChannels(server, channel -> {});
        WorkThread.start("spin", () -> serve(channels));
        return channels.listening();
    }

    private static void serve(PeerChannels channels) {
        for (int round = 0;; round++) {
            boolean all = round % ROUNDS_PER_QUIET_POLL == 0;
            if (all) {
                channels.forgetIfTold();
            }
            for (int at = channels.size() - 1; at >= 0; at--) {
                PeerChannel channel = channels.get(at);
                if (all || channel.emptyPolls() < QUIET_POLLS) {
                    channel.serve();
                }
            }
            channels.echo().sendDue();
        }
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
