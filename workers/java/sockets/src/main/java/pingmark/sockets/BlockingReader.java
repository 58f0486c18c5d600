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
 * A client's connection whose receive waits without end, as a blocking channel's does: a thread of its own receives,
 * and the lane's thread looks after what time brings about meanwhile. One of them at a time has its turn with the lane:
 * the reader from the return of a receive to the next call, the lane's thread between measurements and when the reader
 * is silent.
 */
final class BlockingReader implements Link {
    /** After the process was stopped, what has arrived is received within this, before it could be counted lost. */
    private static final long GRACE_NS = 1_000_000;
    private static final long RETRY_NS = 50_000;

    private final Lane lane;
    private final Link link;
    private final Channel channel;
    private final Connection connection;
    /** At rest it is the lane's thread that has it. */
    private final AtomicBoolean taken = new AtomicBoolean(true);
    private Thread laneThread;
    private boolean readerTook;
    private int passes;

    private BlockingReader(Lane lane, Link link, Channel channel) {
        this.lane = lane;
        this.link = link;
        this.channel = channel;
        connection = lane.add(this);
    }

    /** @param channel to be closed by another: then its reader ends */
    static void start(Lane lane, Link link, Channel channel) {
        BlockingReader reader = new BlockingReader(lane, link, channel);
        lane.onMeasure(reader::measure);
        WorkThread.start("reader", reader::read);
    }

    private void read() {
        while (true) {
            connection.receive();
            if (!readerTook) {
                return;
            }
            if (lane.running()) {
                passes++;
                lane.endPass();
                if (!lane.running() || lane.waitNs() == 0) {
                    LockSupport.unpark(laneThread);
                }
            }
            taken.setRelease(false);
        }
    }

    @Override
    public int receive(ByteBuffer in) throws IOException {
        readerTook = false;
        try {
            int bytes = link.receive(in);
            readerTook = takeTurn();
            return readerTook ? bytes : 0;
        } catch (ClosedChannelException e) {
            return 0;
        } catch (IOException e) {
            readerTook = takeTurn();
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
            taken.setRelease(false);
            LockSupport.parkNanos(this, Math.max(waitNs, GRACE_NS));
            takeTurn();
            if (passes == before && lane.running()) {
                lane.endPass();
            }
        }
    }

    /** False: the channel was closed, and there is nothing to do any more. */
    private boolean takeTurn() {
        while (!taken.compareAndSet(false, true)) {
            if (!channel.isOpen()) {
                return false;
            }
            LockSupport.parkNanos(this, RETRY_NS);
        }
        return true;
    }
}
