package pingmark.netty.http;

import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.util.List;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;
import pingmark.netty.StreamServing;

/** Netty's codec of HTTP/1.1, as its examples use it. It has no client: that of C++ measures it. */
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
        throw new IllegalStateException("java/netty-http is a server alone");
    }
}
