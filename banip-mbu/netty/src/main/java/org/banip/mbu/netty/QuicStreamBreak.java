package org.banip.mbu.netty;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Exception;
import io.netty.handler.codec.quic.QuicException;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamResetException;
import io.netty.util.concurrent.Future;
import java.io.IOException;

/**
 * Makes a break of one request of the reset of its stream, and resets a stream that is closed before both its directions have ended: the library
 * would end the body in order instead, and the host would take what came for a whole body. Belongs to the stream's thread.
 */
final class QuicStreamBreak extends ChannelDuplexHandler {
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        QuicStreamChannel stream = (QuicStreamChannel) context.channel();
        int code = Http3ErrorCode.H3_REQUEST_CANCELLED.code();
        if (stream.isOpen() && !stream.isOutputShutdown()) {
            Future<?> unusedReset = stream.shutdown(code, stream.newPromise());
        } else if (stream.isOpen() && !stream.isInputShutdown()) {
            Future<?> unusedStopped = stream.shutdownInput(code, stream.newPromise());
        }
        Future<?> unusedClosed = context.close(promise);
    }

    /** The library's handlers above this one keep these exceptions to themselves. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.fireExceptionCaught(
                cause instanceof QuicException || cause instanceof Http3Exception
                        ? new IOException(words(cause), cause)
                        : cause);
    }

    private static String words(Throwable cause) {
        return cause instanceof QuicStreamResetException reset
                ? "the request was reset by the other side, code " + reset.applicationProtocolCode()
                : "the request broke: " + cause.getMessage();
    }
}
