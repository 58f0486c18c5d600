package pingmark.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DatagramPacket;
import pingmark.kit.Flow;
import pingmark.kit.LostSend;

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

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!LostSend.is(cause)) {
            super.exceptionCaught(context, cause);
        }
    }
}
