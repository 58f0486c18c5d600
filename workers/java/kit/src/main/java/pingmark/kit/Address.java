package pingmark.kit;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;

/** An IP literal and a port; names are not looked up. */
public record Address(String literal, InetSocketAddress socket) {
    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

    static Address from(Request request) throws IOException, Unsupported {
        String literal = request.text("address");
        long port = request.integer("port");
        if (port < 0 || port > 65535) {
            throw new Unsupported("port " + port + ": 0 to 65535");
        }
        if (!literal.contains(":") && !literal.matches(BYTE + "(\\." + BYTE + "){3}")) {
            throw new IllegalArgumentException("address must be an IP literal, not " + literal);
        }
        return new Address(literal, new InetSocketAddress(InetAddress.getByName(literal), (int) port));
    }

    public ProtocolFamily family() {
        return socket.getAddress() instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
    }

    boolean wildcard() {
        return socket.getAddress().isAnyLocalAddress();
    }

    @Override
    public String toString() {
        return (literal.contains(":") ? "[" + literal + "]" : literal) + ":" + socket.getPort();
    }
}
