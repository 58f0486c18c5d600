package pingmark.netty.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.FrameEcho;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.netty.StreamServing;

/** Netty's codec of HTTP/1.1, used as in Netty's examples. A server only: the client of C++ measures it. */
public final class NettyHttp implements Stack {
    @Override
    public Description description() {
        return new Description("java/netty-http", "Netty: HttpServerCodec, HttpObjectAggregator and a handler",
                Transport.HTTP, false, false, "an event loop for each core", Description.MEMORY_BOUND, List.of());
    }

    @Override
    public Listening listen(Server server) throws IOException {
        return StreamServing.listen(server,
                (pipeline, bodies)
                        -> pipeline.addLast(new HttpServerCodec(), new Aggregator(bodies), new EchoHandler(bodies)));
    }

    @Override
    public void connect(Client client) {
        throw new IllegalStateException("java/netty-http has no client");
    }

    /** Joins the parts of a request, and ends a connection whose request is longer than a message may be. */
    private static final class Aggregator extends HttpObjectAggregator {
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
            bodies.answer(length.putInt(0, IMPOSSIBLE_LENGTH)); // counts a bad frame, or a rejected peer
            context.close();
        }
    }
}
