package pingmark.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.serving.DatagramEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.kit.sockets.Failures;

/** Threads that are blocked in the receive of a DatagramChannel. The server has one channel for all. */
public final class Udp implements Stack {
    @Override
    public Description description() {
        return new Description("java/udp", "Blocking DatagramChannel; the server has one for all", Transport.UDP, false,
                false, "server: one thread; client: a thread for each connection, and another that looks for losses",
                Description.MEMORY_BOUND, List.of())
                .takingOneWay();
    }

    @Override
    public Listening listen(Server server) throws IOException {
        Serving serving = new Serving(server);
        server.wakeBy(serving::wake);
        WorkThread.start("receive", serving::serve);
        return new Listening(serving.address.getPort(), SocketOptions.effective(serving.channel));
    }

    @Override
    public void connect(Client client) throws IOException {
        for (int at = 0; at < client.plan().connections(); at++) {
            DatagramChannel channel = client.connectDatagrams();
            channel.configureBlocking(true);
            BlockingReader.start(client.newLane(), new DatagramLink(channel), channel);
        }
    }

    private static final class Serving {
        private static final int WAKING_BYTES = 1;

        private final ListenPlan plan;
        private final DatagramEcho echo;
        private final DatagramChannel channel;
        private final InetSocketAddress address;
        /** Address of the socket whose byte wakes the receive, which has no timeout. */
        private volatile SocketAddress waker;

        Serving(Server server) throws IOException {
            plan = server.plan();
            echo = new DatagramEcho(server);
            channel = DatagramChannel.open(plan.address().family());
            plan.options().applyToServer(channel);
            channel.bind(plan.address().socket());
            address = (InetSocketAddress) channel.getLocalAddress();
        }

        void wake() {
            try (DatagramChannel waking = DatagramChannel.open(plan.address().family())) {
                waker = waking.connect(address).getLocalAddress();
                waking.write(ByteBuffer.allocate(WAKING_BYTES));
            } catch (IOException e) {
                System.err.println("wake: " + e.getMessage());
            }
        }

        void serve() {
            ByteBuffer buffer = DatagramEcho.buffer();
            while (true) {
                try {
                    SocketAddress sender = channel.receive(buffer.clear());
                    if (echo.mustForget()) {
                        echo.forget();
                    }
                    if (isWaker(buffer.flip(), sender)) {
                        continue;
                    }
                    if (echo.answer(buffer, sender)) {
                        channel.send(buffer, sender);
                    }
                } catch (IOException e) {
                    if (!Failures.isLostDatagram(e)) {
                        System.err.println("datagram: " + e.getMessage());
                    }
                }
            }
        }

        private boolean isWaker(ByteBuffer datagram, SocketAddress sender) {
            return datagram.remaining() == WAKING_BYTES && sender.equals(waker);
        }
    }
}
