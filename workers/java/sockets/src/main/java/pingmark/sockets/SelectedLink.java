package pingmark.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import pingmark.kit.process.Counter;
import pingmark.kit.serving.Server;
import pingmark.kit.serving.StreamEcho;
import pingmark.kit.sockets.Link;

/** The server's end of a connection whose thread is its client's: before each receive it asks a Selector of its own. */
record SelectedLink(SocketChannel channel, Selector selector, boolean waits, Consumer<SelectionKey> nothing)
        implements Link {
    private static final long LONGEST_WAIT_MS = 100;

    /** @param waits in select; else it never waits, but asks with selectNow */
    static StreamEcho accepted(SocketChannel channel, boolean waits, Server server, Counter messages)
            throws IOException {
        return Channels.accepted(channel, own -> of(own, waits), server, messages);
    }

    private static SelectedLink of(SocketChannel channel, boolean waits) throws IOException {
        Selector selector = Selector.open();
        channel.register(selector, SelectionKey.OP_READ);
        // The consumer is made once: it would be garbage of every select.
        return new SelectedLink(channel, selector, waits, key -> {});
    }

    @Override
    public int receive(ByteBuffer in) throws IOException {
        int found = waits ? selector.select(nothing, LONGEST_WAIT_MS) : selector.selectNow(nothing);
        return found == 0 ? 0 : channel.read(in);
    }

    @Override
    public void send(ByteBuffer out) throws IOException {
        channel.write(out);
    }
}
