package pingmark.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.process.WorkThread;
import pingmark.kit.sockets.Link;

/**
 * A client's connection whose receive has no timeout, as of a blocking channel: a thread of its own receives, and the
 * lane's thread handles timeouts. One of them at a time owns the lane: the reader from the return of a receive to the
 * next call, the lane's thread between measurements and while the reader waits.
 */
final class BlockingReader implements Link {
    /** After the process was stopped, arrivals are received within this time, before they could count as lost. */
    private static final long GRACE_NS = 1_000_000;
    private static final long RETRY_NS = 50_000;

    private final Lane lane;
    private final Link link;
    private final Channel channel;
    private final Connection connection;
    /** Whether a thread owns the lane: between measurements, the lane's thread. */
    private final AtomicBoolean owned = new AtomicBoolean(true);
    private Thread laneThread;
    private boolean readerOwnsLane;
    private int passes;

    private BlockingReader(Lane lane, Link link, Channel channel) {
        this.lane = lane;
        this.link = link;
        this.channel = channel;
        connection = lane.add(this);
    }

    /** @param channel the reader ends when it is closed */
    static void start(Lane lane, Link link, Channel channel) {
        BlockingReader reader = new BlockingReader(lane, link, channel);
        lane.onMeasure(reader::measure);
        WorkThread.start("reader", reader::read);
    }

    private void read() {
        while (true) {
            connection.receive();
            if (!readerOwnsLane) {
                return;
            }
            if (lane.running()) {
                passes++;
                lane.endPass();
                if (!lane.running() || lane.waitNs() == 0) {
                    LockSupport.unpark(laneThread);
                }
            }
            owned.setRelease(false);
        }
    }

    @Override
    public int receive(ByteBuffer in) throws IOException {
        readerOwnsLane = false;
        try {
            int bytes = link.receive(in);
            readerOwnsLane = acquireLane();
            return readerOwnsLane ? bytes : 0;
        } catch (ClosedChannelException e) {
            return 0;
        } catch (IOException e) {
            readerOwnsLane = acquireLane();
            throw e;
        }
    }

    @Override
    public void send(ByteBuffer out) throws IOException {
        link.send(out);
    }

    private void measure() {
        laneThread = Thread.currentThread();
        while (lane.running()) {
            int before = passes;
            long waitNs = lane.waitNs();
            owned.setRelease(false);
            LockSupport.parkNanos(this, Math.max(waitNs, GRACE_NS));
            acquireLane();
            if (passes == before && lane.running()) {
                lane.endPass();
            }
        }
    }

    /** Waits for the lane. Returns false if the channel was closed. */
    private boolean acquireLane() {
        while (!owned.compareAndSet(false, true)) {
            if (!channel.isOpen()) {
                return false;
            }
            LockSupport.parkNanos(this, RETRY_NS);
        }
        return true;
    }
}
