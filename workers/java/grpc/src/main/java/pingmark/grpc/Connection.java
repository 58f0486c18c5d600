package pingmark.grpc;

import com.google.protobuf.ByteString;
import io.netty.channel.socket.SocketChannel;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.process.Counter;
import pingmark.kit.serving.FrameEcho;
import pingmark.kit.serving.Server;

/** A connection, whose calls may be answered by several threads at the same time. */
final class Connection {
    private final Server server;
    private final SocketChannel channel;
    private final Counter messages;
    private final FrameEcho frames;
    private boolean greeted;

    Connection(Server server, SocketChannel channel, SocketAddress peer) {
        this.server = server;
        this.channel = channel;
        messages = server.newCounter();
        frames = new FrameEcho(server, messages, this::end, () -> peer);
    }

    /** Null where the call is not to be answered; then the connection ends. */
    ByteString answer(ByteString body) {
        ByteString answer = judge(body);
        if (answer == null) {
            end();
        }
        return answer;
    }

    private synchronized ByteString judge(ByteString body) {
        // The hello's answer is written in its place.
        ByteBuffer view = greeted ? body.asReadOnlyByteBuffer() : ByteBuffer.wrap(body.toByteArray());
        boolean answered = !frames.broken() && frames.answer(view.order(ByteOrder.LITTLE_ENDIAN)) && !frames.broken();
        if (!answered || !view.hasRemaining()) {
            return null;
        }
        if (greeted && view.remaining() == body.size()) {
            return body;
        }
        greeted = true;
        return ByteString.copyFrom(view);
    }

    /** At once: the pipeline would say goodbye first, and wait for calls to end. */
    private void end() {
        channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
    }

    synchronized void closed() {
        frames.closed();
        server.retire(messages);
    }
}
