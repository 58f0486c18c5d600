package pingmark.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import pingmark.kit.Client;
import pingmark.kit.Connection;
import pingmark.kit.Lane;

/** A client's event loops, a lane each, with an equal part of the connections. */
final class Lanes {
    private Lanes() {
    }

    static void share(Client client, List<Channel> channels, Function<Connection, ChannelHandler> handler) {
        int lanes = Math.min(client.plan().clientThreads(), channels.size());
        EventLoopGroup loops = new NioEventLoopGroup(lanes, new DefaultThreadFactory("lane", true));
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
}
