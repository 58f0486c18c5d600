package pingmark.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DatagramPacket;
import pingmark.kit.Flow;

/** Hands the flow a datagram, in place. */
final class DatagramFlowHandler extends FlowHandler {
    DatagramFlowHandler(Flow flow) {
        super(flow);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        flow.received(Buffers.view(packet.content()));
        packet.release();
    }
}
