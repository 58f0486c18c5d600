package pingmark.sockets;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.process.Counter;
import pingmark.kit.protocol.Address;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.InPlaceEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.StreamEcho;
import pingmark.kit.sockets.StreamEnds;

/** Streams in shared memory: one thread that never waits asks every ring in turn. */
public final class ShmSpin implements Stack {
    /** What /dev/shm holds is memory of the machine. */
    private static final int MAX_CONNECTIONS = 256;

    @Override
    public Description description() {
        return new Description("java/shm-spin",
                "Shared memory, two rings a connection: a MappedByteBuffer and a VarHandle in a busy loop",
                Transport.SHARED_MEMORY, true, true,
                "server: one spinning thread and one that accepts; client: one spinning thread",
                Description.MEMORY_BOUND, List.of(), MAX_CONNECTIONS)
                .inOneThread();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        return SpinServer.start(server, ShmSpin::accepted);
    }

    private static StreamEcho accepted(SocketChannel channel, Server server, Counter messages) throws IOException {
        try {
            channel.configureBlocking(false);
            SharedLink link = SharedLink.ofServer(channel, folder(server.plan().address()));
            return new InPlaceEcho(server, messages, link, StreamEnds.of(channel));
        } catch (IOException e) {
            System.err.println(e.getMessage());
            server.rejected(null);
            channel.close();
            return null;
        }
    }

    private static Path folder(Address address) {
        return Path.of(address.literal());
    }

    @Override
    public void connect(Client client) throws IOException {
        Lane lane = client.newLane();
        Connection[] connections = new Connection[(int) client.plan().connections()];
        for (int at = 0; at < connections.length; at++) {
            try (SharedLink.Offer offer = new SharedLink.Offer(folder(client.plan().address()))) {
                connections[at] = lane.add(Channels.connect(client, (of, channel) -> offer.to(channel)));
            }
        }
        lane.onMeasure(() -> SpinLoop.measure(lane, connections));
    }
}
