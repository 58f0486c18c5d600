package pingmark.kit.measuring;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import pingmark.kit.loads.Load;
import pingmark.kit.protocol.Address;
import pingmark.kit.protocol.ConnectPlan;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.SnapshotPlan;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.protocol.Unsupported;
import pingmark.kit.serving.OneWay;

/** A lane with fake connections and a clock that the test sets. */
final class TestLane {
    static final int MESSAGE_BYTES = 32;

    final FakeClock clock = new FakeClock();
    final Client client;
    final Lane lane;
    final List<FakeLink> links = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private final boolean stream;
    private final Payload payload = new Payload("random");
    private Window window;
    private boolean timed;

    TestLane(boolean stream, int connections, int inFlight, long lostAfter) throws Unsupported {
        this(stream, false, connections, inFlight, lostAfter);
    }

    TestLane(boolean stream, boolean spins, int connections, int inFlight, long lostAfter) throws Unsupported {
        this(stream, spins, false, null, connections, inFlight, lostAfter, clock -> new FakeLink(clock, stream));
    }

    TestLane(boolean stream, boolean spins, boolean oneWay, SnapshotPlan snapshots, int connections, int inFlight,
            long lostAfter, Function<FakeClock, FakeLink> network) throws Unsupported {
        this.stream = stream;
        Description description =
                new Description("java/fake", "", stream ? Description.Transport.TCP : Description.Transport.UDP, spins,
                        true, "", Description.MEMORY_BOUND, List.of());
        ConnectPlan plan = new ConnectPlan(new Address("127.0.0.1", 0, new InetSocketAddress(0)), null, false,
                connections, inFlight, MESSAGE_BYTES, "random", lostAfter, Constants.DEFAULT_CONNECT_TIMEOUT_NS,
                new SocketOptions(true, 0, 0), new StackOption.Values(Map.of()), null, oneWay, false, snapshots);
        client = new Client(description, plan, clock, null);
        lane = client.newLane();
        for (int number = 0; number < connections; number++) {
            FakeLink link = network.apply(clock);
            links.add(link);
            this.connections.add(lane.add(link));
        }
    }

    /** Times are relative to the clock's start. */
    void begin(long at, Window relative, Load.Model load) {
        clock.set(at);
        long to = relative.to() == Window.UNLIMITED ? Window.UNLIMITED : FakeClock.START + relative.to();
        window = new Window(FakeClock.START + relative.from(), to, relative.messages(), relative.lapMessages(),
                relative.lostAfterNs(), relative.slowest());
        timed = load.timed();
        client.begin(window, load, clock.now());
        lane.begin();
    }

    Connection connection(int number) {
        return connections.get(number);
    }

    /** Makes one pass over all connections. */
    void pass(long at) {
        clock.set(at);
        for (Connection connection : connections) {
            drain(connection);
            if (connection.unsent()) {
                connection.resend();
            }
        }
        lane.endPass();
    }

    private static void drain(Connection connection) {
        boolean some = true;
        while (some) {
            some = connection.receive();
        }
    }

    /** One receive call of a stream receives all answers. */
    void arrive(int connection, List<byte[]> answers) {
        if (!stream) {
            answers.forEach(links.get(connection)::arrives);
            return;
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        answers.forEach(all::writeBytes);
        links.get(connection).arrives(all.toByteArray());
    }

    /** Makes a pass that receives the answers to these messages. */
    void pass(long at, int connection, int... sequences) {
        arrive(connection, IntStream.of(sequences).mapToObj(sequence -> answer(sequence, "")).toList());
        pass(at);
    }

    Result end() throws IOException {
        lane.end();
        return Result.of(window, timed, client.lanes());
    }

    byte[] snapshot(int tick, long tickAt, String flaw) {
        int bytes = client.plan().snapshots().snapshotBytes();
        ByteBuffer message = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (stream) {
            message.putInt(bytes - Integer.BYTES);
        }
        message.putInt(tick).putLong(FakeClock.START + tickAt);
        payload.put(tick, message, message.remaining());
        if (flaw.equals("payload")) {
            message.put(bytes - 1, (byte) ~message.get(bytes - 1));
        }
        return message.array();
    }

    byte[] acknowledgement(int sequence, long arrived) {
        int header = stream ? Integer.BYTES : 0;
        ByteBuffer bytes = ByteBuffer.allocate(header + OneWay.ACKNOWLEDGEMENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (stream) {
            bytes.putInt(OneWay.ACKNOWLEDGEMENT_BYTES);
        }
        return bytes.putInt(sequence).putLong(arrived).array();
    }

    byte[] answer(int sequence, String flaw) {
        return answer(sequence, flaw, MESSAGE_BYTES);
    }

    byte[] answer(int sequence, String flaw, int messageBytes) {
        int header = stream ? Integer.BYTES : 0;
        int body = messageBytes - header;
        int bytes = switch (flaw) {
            case "short" -> body - 4;
            case "long" -> body + 4;
            case "tiny" -> 3;
            default -> body;
        };
        ByteBuffer whole = ByteBuffer.allocate(body + 4).order(ByteOrder.LITTLE_ENDIAN);
        payload.put(sequence, whole.putInt(sequence), body - Integer.BYTES);
        if (flaw.equals("payload")) {
            whole.put(body - 1, (byte) ~whole.get(body - 1));
        }
        ByteBuffer answer = ByteBuffer.allocate(header + bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (stream) {
            answer.putInt(bytes);
        }
        return answer.put(whole.array(), 0, bytes).array();
    }
}
