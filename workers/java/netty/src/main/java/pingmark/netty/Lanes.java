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
import pingmark.kit.Flow;
import pingmark.kit.Lane;
import pingmark.kit.Session;

/** A client's event loops, a lane each, with an equal part of the connections. */
final class Lanes {
    private Lanes() {
    }

    static void share(Session session, List<Channel> channels, Function<Flow, ChannelHandler> handler) {
        int lanes = Math.min(session.plan().clientThreads(), channels.size());
        EventLoopGroup loops = new NioEventLoopGroup(lanes, new DefaultThreadFactory("lane", true));
        for (int number = 0; number < lanes; number++) {
            Lane lane = session.newLane();
            EventLoop loop = loops.next();
            List<Channel> own = new ArrayList<>();
            for (int at = number; at < channels.size(); at += lanes) {
                Channel channel = channels.get(at);
                Flow flow = lane.add(new ChannelOutput(channel, session.description().stream()));
                channel.config().setAutoRead(false);
                channel.pipeline().addLast(handler.apply(flow));
                loop.register(channel);
                own.add(channel);
            }
            lane.onEvents(loop, on -> own.forEach(channel -> channel.config().setAutoRead(on)));
        }
    }
}
