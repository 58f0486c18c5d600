package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Selector;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** One thread that waits for all channels with a Selector. The client has a connected channel for each connection. */
public final class UdpNio implements Stack {
    @Override
    public Description description() {
        return new Description("java/udp-nio", "Event loop: Selector.select and non-blocking DatagramChannels",
                Transport.UDP, false, true, "one thread each for server and client", Description.MEMORY_BOUND,
                List.of(Description.CONNECTED_SOCKETS))
                .takingOneWay()
                .sendingUnasked();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        Selector selector = Selector.open();
        UdpServer selecting = new UdpServer(server, selector);
        server.wakeBy(selector::wakeup);
        WorkThread.start("select", selecting::serveSelected);
        return new Listening(selecting.port(), SocketOptions.effective(selecting.listener()));
    }

    @Override
    public void connect(Client client) throws IOException {
        SelectorClient selecting = new SelectorClient(client, (int) client.plan().inFlight());
        for (int at = 0; at < client.plan().connections(); at++) {
            DatagramChannel channel = Channels.connectDatagrams(client);
            selecting.add(channel, new DatagramLink(channel));
        }
        selecting.waitInSelect();
    }
}
