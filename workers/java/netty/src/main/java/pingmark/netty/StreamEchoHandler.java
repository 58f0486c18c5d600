package pingmark.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteBuffer;
import pingmark.kit.serving.FrameEcho;

/** Writes complete frames back from the buffer they came in, and flushes after the last read. */
final class StreamEchoHandler extends ChannelInboundHandlerAdapter {
    private final FrameEcho frames;
    private final Buffers.Rest rest = new Buffers.Rest();

    StreamEchoHandler(FrameEcho frames) {
        this.frames = frames;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (frames.broken()) { // the channel is about to close
            ((ByteBuf) message).release();
            return;
        }
        ByteBuf in = rest.join((ByteBuf) message);
        ByteBuffer view = Buffers.view(in);
        int offset = in.readerIndex() - view.position();
        if (!frames.answer(view)) {
            in.release();
            context.close();
            return;
        }
        int from = offset + view.position();
        int to = offset + view.limit();
        if (frames.broken()) {
            context.writeAndFlush(in.setIndex(from, to)).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        if (from == to) {
            rest.keep(in);
            return;
        }
        if (to < in.writerIndex()) {
            int left = in.writerIndex() - to;
            rest.keep(context.alloc().directBuffer(left).writeBytes(in, to, left));
        }
        context.write(in.setIndex(from, to), context.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    /** Stops reading from a peer that does not read its answers. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        context.channel().config().setAutoRead(context.channel().isWritable());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        rest.release();
        frames.closed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        System.err.println("connection: " + cause.getMessage());
        context.close();
    }
}
