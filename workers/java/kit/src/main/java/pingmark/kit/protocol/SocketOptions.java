package pingmark.kit.protocol;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.channels.NetworkChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The socket options that the JDK can set. */
public record SocketOptions(boolean noDelay, int receiveBufferBytes, int sendBufferBytes) {
    public static final int NOT_ASKED = 0;

    static List<String> names(Description.Transport transport) {
        return transport.tcp ? List.of("no_delay", "receive_buffer_bytes", "send_buffer_bytes")
                             : List.of("receive_buffer_bytes", "send_buffer_bytes");
    }

    static SocketOptions from(Request request, Description stack) throws Unsupported {
        if (request.has("congestion_control")) {
            throw new Unsupported("congestion_control: the JDK cannot set it");
        }
        if (request.has("no_delay") && !stack.transport().tcp) {
            throw new Unsupported("no_delay: " + stack.stack() + " does not have it");
        }
        return new SocketOptions(request.flag("no_delay", true), bytes(request, "receive_buffer_bytes"),
                bytes(request, "send_buffer_bytes"));
    }

    private static int bytes(Request request, String name) throws Unsupported {
        if (!request.has(name)) {
            return NOT_ASKED;
        }
        long bytes = request.integer(name);
        if (bytes < 1 || bytes > 1 << 30) {
            throw new Unsupported(name + " " + bytes + ": 1 to " + (1 << 30));
        }
        return (int) bytes;
    }

    public void apply(Socket socket) throws IOException {
        socket.setTcpNoDelay(noDelay);
        if (receiveBufferBytes != NOT_ASKED) {
            socket.setReceiveBufferSize(receiveBufferBytes);
        }
        if (sendBufferBytes != NOT_ASKED) {
            socket.setSendBufferSize(sendBufferBytes);
        }
    }

    /** Accepted sockets inherit the receive buffer. Set before listening it determines TCP's window scale. */
    public void apply(ServerSocket socket) throws IOException {
        if (receiveBufferBytes != NOT_ASKED) {
            socket.setReceiveBufferSize(receiveBufferBytes);
        }
    }

    /** The start burst of many clients overflows Linux's default receive buffer without a trace. */
    public void applyToServer(DatagramChannel channel) throws IOException {
        int receive =
                receiveBufferBytes != NOT_ASKED ? receiveBufferBytes : Constants.DEFAULT_DATAGRAM_RECEIVE_BUFFER_BYTES;
        new SocketOptions(noDelay, receive, sendBufferBytes).apply(channel);
    }

    /** Sets those of these options that the channel supports. */
    public void apply(NetworkChannel channel) throws IOException {
        set(channel, StandardSocketOptions.TCP_NODELAY, noDelay);
        if (receiveBufferBytes != NOT_ASKED) {
            set(channel, StandardSocketOptions.SO_RCVBUF, receiveBufferBytes);
        }
        if (sendBufferBytes != NOT_ASKED) {
            set(channel, StandardSocketOptions.SO_SNDBUF, sendBufferBytes);
        }
    }

    private static <T> void set(NetworkChannel channel, SocketOption<T> option, T value) throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }

    public static Map<String, Object> effective(Socket socket) throws IOException {
        Map<String, Object> options = buffers(socket.getReceiveBufferSize(), socket.getSendBufferSize());
        options.put("no_delay", socket.getTcpNoDelay());
        return options;
    }

    /** The JDK reads only the receive buffer of a listening socket; the rest is of one set up like an accepted one. */
    public Map<String, Object> effective(ServerSocket listening) throws IOException {
        try (Socket accepted = new Socket()) {
            apply(accepted);
            Map<String, Object> options = effective(accepted);
            options.put("receive_buffer_bytes", kernelBytes(listening.getReceiveBufferSize()));
            return options;
        }
    }

    /** For datagram and Unix channels. */
    public static Map<String, Object> effective(NetworkChannel channel) throws IOException {
        return buffers(
                channel.getOption(StandardSocketOptions.SO_RCVBUF), channel.getOption(StandardSocketOptions.SO_SNDBUF));
    }

    private static Map<String, Object> buffers(int receive, int send) {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("receive_buffer_bytes", kernelBytes(receive));
        options.put("send_buffer_bytes", kernelBytes(send));
        return options;
    }

    /** The JDK halves what Linux reports; other runtimes do not. */
    private static int kernelBytes(int reported) {
        return 2 * reported;
    }
}
