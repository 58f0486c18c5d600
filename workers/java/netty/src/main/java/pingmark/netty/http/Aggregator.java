package pingmark.netty.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.serving.FrameEcho;

/** Puts requests together, and ends a connection that says more than a message at once. */
final class Aggregator extends HttpObjectAggregator {
    /** A longer body is refused, by its Content-Length where it has one. */
    private static final int MAX_BODY_BYTES = 65_540;
    private static final int IMPOSSIBLE_LENGTH = -1;

    private final FrameEcho bodies;

    Aggregator(FrameEcho bodies) {
        super(MAX_BODY_BYTES);
        this.bodies = bodies;
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage head) {
        if (!context.channel().isActive()) {
            return;
        }
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bodies.answer(length.putInt(0, IMPOSSIBLE_LENGTH)); // it counts who that was
        context.close();
    }
}
