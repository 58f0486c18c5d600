package pingmark.kit.protocol;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * An IP literal and a port, or a folder of this machine and the number of a socket in it.
 *
 * @param port 0: a server takes any that is free
 */
public record Address(String literal, int port, SocketAddress socket) {
    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    /** The kernel's limit without the zero at the end. */
    private static final int LONGEST_PATH_BYTES = 107;

    static Address from(Request request, Description stack) throws IOException, Unsupported {
        String literal = request.text("address");
        long port = request.integer("port");
        if (port < 0 || port > 65535) {
            throw new Unsupported("port " + port + ": 0 to 65535");
        }
        return stack.transport().local ? inFolder(literal, (int) port) : ip(literal, (int) port);
    }

    static Address ip(String literal, int port) throws IOException {
        if (!literal.contains(":") && !literal.matches(BYTE + "(\\." + BYTE + "){3}")) {
            throw new IllegalArgumentException("address must be an IP literal, not " + literal);
        }
        return new Address(literal, port, new InetSocketAddress(InetAddress.getByName(literal), port));
    }

    private static Address inFolder(String folder, int number) throws Unsupported {
        if (!folder.startsWith("/")) {
            throw new IllegalArgumentException("address must be an absolute path, not " + folder);
        }
        int bytes = path(folder, number).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST_PATH_BYTES) {
            throw new Unsupported(path(folder, number) + " has " + bytes + " bytes: a socket's path has at most "
                    + LONGEST_PATH_BYTES);
        }
        return local(folder, number);
    }

    private static Address local(String folder, int number) {
        return new Address(folder, number, UnixDomainSocketAddress.of(path(folder, number)));
    }

    private static String path(String folder, int number) {
        return folder + "/" + number;
    }

    /** Returns the socket of this number in the same folder. */
    public Address numbered(int number) {
        return local(literal, number);
    }

    public boolean local() {
        return socket instanceof UnixDomainSocketAddress;
    }

    public ProtocolFamily family() {
        if (!(socket instanceof InetSocketAddress ip)) {
            return StandardProtocolFamily.UNIX;
        }
        return ip.getAddress() instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
    }

    boolean isWildcard() {
        return socket instanceof InetSocketAddress ip && ip.getAddress().isAnyLocalAddress();
    }

    @Override
    public String toString() {
        if (local()) {
            return path(literal, port);
        }
        return (literal.contains(":") ? "[" + literal + "]" : literal) + ":" + port;
    }
}
