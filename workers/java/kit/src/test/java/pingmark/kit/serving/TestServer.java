package pingmark.kit.serving;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import pingmark.kit.protocol.Address;
import pingmark.kit.protocol.ListenPlan;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.SocketOptions;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.protocol.Token;
import pingmark.kit.protocol.Unsupported;

/** Makes servers that do not listen, and reads their counts. */
final class TestServer {
    static final String TOKEN = "000102030405060708090a0b0c0d0e0f";

    private TestServer() {
    }

    static Server make() {
        try {
            Token token = Token.from(Request.parse("{\"id\":1,\"op\":\"listen\",\"token\":\"" + TOKEN + "\"}"), false);
            return new Server(new ListenPlan(new Address("127.0.0.1", 0, new InetSocketAddress(0)), token,
                    new SocketOptions(true, 0, 0), new StackOption.Values(Map.of()), 0));
        } catch (Request.Malformed | Unsupported e) {
            throw new AssertionError(e);
        }
    }

    static long count(Server server, String name) throws IOException {
        Reply reply = Reply.ok(1);
        server.writeCounts(reply);
        return JsonParser.parseString(reply.line()).getAsJsonObject().get(name).getAsLong();
    }
}
