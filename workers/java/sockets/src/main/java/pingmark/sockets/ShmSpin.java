package pingmark.sockets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.InPlaceEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.sockets.StreamEnds;

/** Streams in shared memory: one thread that never waits polls every ring in turn. */
public final class ShmSpin implements Stack {
    @Override
    public Description description() {
        return new Description("java/shm-spin",
                "Shared memory, two rings a connection: a MappedByteBuffer and a VarHandle in a busy loop",
                Transport.SHARED_MEMORY, true, true,
                "server: one spinning thread and one that accepts; client: one spinning thread",
                Description.MEMORY_BOUND, List.of())
                .inOneThread();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        Path folder = Path.of(server.plan().address().literal());
        return SpinServer.start(server, (channel, messages) -> {
            try {
                channel.configureBlocking(false);
                SharedLink link = SharedLink.ofServer(channel, folder);
                return new InPlaceEcho(server, messages, link, StreamEnds.of(channel));
            } catch (IOException e) {
                System.err.println(e.getMessage());
                server.rejected(null);
                channel.close();
                return null;
            }
        });
    }

    @Override
    public void connect(Client client) throws IOException {
        Path folder = Path.of(client.plan().address().literal());
        SpinClient.start(client, () -> Channels.connect(client, channel -> SharedLink.ofClient(channel, folder)));
    }
}
