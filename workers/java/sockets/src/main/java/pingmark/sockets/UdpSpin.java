package pingmark.sockets;

import java.io.IOException;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** One thread that never waits. The client has a connected channel for each connection. */
public final class UdpSpin implements Stack {
    /** A poll that finds nothing is a system call, which delays the messages of all other channels. */
    private static final int EMPTY_POLLS_UNTIL_QUIET = 1 << 16;
    private static final int ROUNDS_PER_POLL_OF_QUIET_CHANNELS = 64;

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
            boolean pollsAll = round % ROUNDS_PER_POLL_OF_QUIET_CHANNELS == 0;
            if (pollsAll) {
                channels.forgetPeersOnRequest();
            }
            for (int at = channels.size() - 1; at >= 0; at--) {
                PeerChannels.PeerChannel channel = channels.get(at);
                if (pollsAll || channel.emptyPolls() < EMPTY_POLLS_UNTIL_QUIET) {
                    channel.serve();
                }
            }
            channels.echo().sendDue();
        }
    }

    @Override
    public void connect(Client client) throws IOException {
        SpinClient.start(client, () -> new DatagramLink(client.connectDatagrams()));
    }
}
