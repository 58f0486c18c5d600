package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.sockets.Readiness;

/** One thread that waits for all channels with a Selector. The client has a connected channel for each connection. */
public final class UdpNio implements Stack {
    private static final int RECEIVES_PER_TURN = 64;

    @Override
    public Description description() {
        return new Description("java/udp-nio", "Event loop: Selector.select and non-blocking DatagramChannels",
                Transport.UDP, false, true, "one thread each for server and client", Description.MEMORY_BOUND,
                List.of(StackOption.CONNECTED_SOCKETS))
                .takingOneWay()
                .sendingUnasked();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        Selector selector = Selector.open();
        PeerChannels channels = new PeerChannels(
                server, channel -> channel.channel().register(selector, SelectionKey.OP_READ, channel));
        server.wakeBy(selector::wakeup);
        WorkThread.start("select", () -> serve(channels, new Readiness(selector, UdpNio::serve)));
        return channels.listening();
    }

    private static void serve(PeerChannels channels, Readiness readiness) {
        while (true) {
            channels.forgetPeersOnRequest();
            try {
                readiness.await(channels.echo().waitNs());
                channels.echo().sendDue();
            } catch (IOException e) {
                System.err.println("select: " + e.getMessage());
            }
        }
    }

    private static void serve(SelectionKey key) {
        PeerChannels.PeerChannel channel = (PeerChannels.PeerChannel) key.attachment();
        for (int served = 0; served < RECEIVES_PER_TURN && channel.serve();) {
            served++;
        }
    }

    @Override
    public void connect(Client client) throws IOException {
        SelectorClient selecting = new SelectorClient(client, (int) client.plan().inFlight());
        for (int at = 0; at < client.plan().connections(); at++) {
            DatagramChannel channel = client.connectDatagrams();
            selecting.add(channel, new DatagramLink(channel));
        }
    }
}
