package pingmark.netty.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import pingmark.kit.serving.FrameEcho;

/** Sends the body of each request back as the body of its response. */
final class EchoHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final FrameEcho bodies;

    EchoHandler(FrameEcho bodies) {
        this.bodies = bodies;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (!context.channel().isActive()) { // an earlier request was refused, and this one came with it
            return;
        }
        ByteBuf body = request.content();
        if (body instanceof CompositeByteBuf parts) {
            parts.consolidate(); // a view of several parts would be a copy
        }
        ByteBuffer view = body.nioBuffer().order(ByteOrder.LITTLE_ENDIAN);
        boolean answered = request.decoderResult().isSuccess() && bodies.answer(view) && view.hasRemaining();
        if (!answered) {
            refuse(context);
            return;
        }
        body.setIndex(body.readerIndex() + view.position(), body.readerIndex() + view.limit());
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body.retain());
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        context.write(response, context.voidPromise());
    }

    private static void refuse(ChannelHandlerContext context) {
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.FORBIDDEN, Unpooled.EMPTY_BUFFER);
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
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
        bodies.closed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof IOException)) {
            System.err.println("connection: " + cause.getMessage());
        }
        context.close();
    }
}
