package pingmark.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.process.WorkThread;
import pingmark.kit.protocol.StackOption;
import pingmark.kit.sockets.Output;

/** Shares a client's connections evenly among event loops, each of which is a lane. */
final class Lanes {
    private static final long END_WITHIN_MS = 3_000;

    private Lanes() {
    }

    static void share(Client client, List<Channel> channels, Function<Connection, ChannelHandler> handler) {
        int lanes = (int) Math.min(client.plan().stackOptions().number(StackOption.CLIENT_THREADS), channels.size());
        EventLoopGroup loops = new NioEventLoopGroup(lanes, new DefaultThreadFactory("lane", true) {
            @Override
            public Thread newThread(Runnable body) {
                return super.newThread(WorkThread.counted(body));
            }
        });
        client.keep(() -> end(loops));
        for (int number = 0; number < lanes; number++) {
            Lane lane = client.newLane();
            EventLoop loop = loops.next();
            List<Channel> own = new ArrayList<>();
            for (int at = number; at < channels.size(); at += lanes) {
                Channel channel = channels.get(at);
                Connection connection = lane.add(new ChannelOutput(channel, client.description().stream()));
                channel.config().setAutoRead(false);
                channel.pipeline().addLast(handler.apply(connection));
                loop.register(channel);
                own.add(channel);
            }
            lane.onEvents(loop, on -> own.forEach(channel -> channel.config().setAutoRead(on)));
        }
    }

    private static void end(EventLoopGroup loops) throws IOException {
        if (!loops.shutdownGracefully(0, END_WITHIN_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(END_WITHIN_MS)) {
            throw new IOException("an event loop did not end within " + END_WITHIN_MS + " ms");
        }
    }

    /**
     * Sends from Netty's pooled buffers, which Netty may keep. It takes no more while the channel is not writable: a
     * stream offers the rest again, and a datagram is dropped, as the network might.
     */
    private record ChannelOutput(Channel channel, boolean stream) implements Output {
        @Override
        public void send(ByteBuffer out) {
            if (channel.isWritable()) {
                channel.writeAndFlush(
                        channel.alloc().directBuffer(out.remaining()).writeBytes(out), channel.voidPromise());
            } else if (!stream) {
                out.position(out.limit());
            }
        }
    }
}
