package org.banip.server.http3;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3HeadersValidationException;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.banip.server.listen.ConnectionLimits;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.jspecify.annotations.Nullable;

/** What comes on a request stream: a head in time, a body in pieces as they are wanted, an end or a break. The QUIC thread only. */
final class RequestReader extends Http3RequestStreamInboundHandler {
    private final QuicConnection connection;
    private final Connector connector;
    private final HttpConfiguration http;
    private final ConnectionLimits limits;
    private @Nullable RequestStream stream;
    private @Nullable Future<?> headDeadline;
    private boolean ended;

    RequestReader(QuicConnection connection, Connector connector, HttpConfiguration http, ConnectionLimits limits) {
        this.connection = connection;
        this.connector = connector;
        this.http = http;
        this.limits = limits;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        QuicStreamChannel quic = (QuicStreamChannel) context.channel();
        headDeadline = context.executor()
                .schedule(() -> headIsLate(quic), limits.head().toMillis(), TimeUnit.MILLISECONDS);
        // Not yet: the initializer that adds this handler is in the pipeline still, and would take what a malformed
        // head throws.
        context.executor().execute(context::read);
    }

    private void headIsLate(QuicStreamChannel quic) {
        if (stream == null) {
            broke(new EofException("no request head came in " + limits.head()));
            RequestStream.reset(quic, Http3ErrorCode.H3_REQUEST_INCOMPLETE);
        }
    }

    @Override
    protected void channelRead(ChannelHandlerContext context, Http3HeadersFrame frame) {
        if (stream != null) {
            return; // Trailers, which nobody asks for.
        }
        cancelHeadDeadline();
        QuicStreamChannel quic = (QuicStreamChannel) context.channel();
        RequestStream begun = new RequestStream(connection::authenticated, quic, connector, http);
        stream = begun;
        try {
            MetaData.Request head = RequestHead.of(frame.headers(), limits.headBytes(), !connection.isConfirmed());
            begun.begin(head);
        } catch (HttpException.RuntimeException e) {
            begun.refuse(e);
        }
    }

    @Override
    protected void channelRead(ChannelHandlerContext context, Http3DataFrame frame) {
        RequestStream begun = stream;
        if (begun == null) {
            frame.release();
        } else {
            begun.arrived(frame.content());
        }
    }

    @Override
    protected void channelInputClosed(ChannelHandlerContext context) {
        ended = true;
        if (stream != null) {
            stream.ended();
        } else {
            cancelHeadDeadline();
            RequestStream.reset((QuicStreamChannel) context.channel(), Http3ErrorCode.H3_REQUEST_INCOMPLETE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        broke(new EofException(cause));
        connection.broke((QuicChannel) context.channel().parent());
        // The decoder refuses some heads by itself, such as names in uppercase, and gives nothing that can be answered.
        boolean malformed = cause instanceof Http3HeadersValidationException;
        RequestStream.reset(
                (QuicStreamChannel) context.channel(),
                malformed ? Http3ErrorCode.H3_MESSAGE_ERROR : Http3ErrorCode.H3_REQUEST_CANCELLED);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        broke(new EofException("the stream was closed"));
        context.fireChannelInactive();
    }

    private void broke(EofException cause) {
        cancelHeadDeadline();
        if (stream != null && !ended) {
            ended = true;
            stream.broke(cause);
        } else if (stream != null) {
            stream.unanswerable(cause);
        }
    }

    private void cancelHeadDeadline() {
        Future<?> last = headDeadline;
        if (last != null) {
            last.cancel(false);
        }
    }
}
