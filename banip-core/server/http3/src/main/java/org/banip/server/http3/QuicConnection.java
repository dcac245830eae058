package org.banip.server.http3;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http3.DefaultHttp3SettingsFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.http3.Http3Settings;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamLimitChangedEvent;
import io.netty.handler.codec.quic.QuicTransportError;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.log.ServerLog;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * One QUIC connection: within its bounds, with a handshake that ends in time, and closed when it is without a request for too long, or if others need
 * its room and nobody was authenticated on it. The QUIC thread only, but for what says otherwise.
 */
final class QuicConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = ServerLog.of(QuicConnection.class);
    /** So long may early data come from somebody who repeats what another one sent (docs/protocol.md, section 2.7). */
    private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(10);
    /** HTTP/3 counts 32 bytes for each field, more than HTTP/1.1 has (RFC 9114, section 4.2.2). */
    private static final int FIELDS_BYTES = 8192;

    /** Of a stream that broke the library keeps a little until the connection ends. */
    private static final int MOST_BREAKS = 10_000;

    private final Connector connector;
    private final HttpConfiguration http;
    private final ConnectionLimits limits;
    private final ConnectionCounts counts;
    /** Where it began. */
    private final InetSocketAddress began;

    private final CountedConnection counted;

    private boolean refused;
    private boolean handshakeOver;
    private int requests;
    private int breaks;
    private boolean proved;
    private @Nullable Future<?> deadline;

    QuicConnection(
            QuicChannel quic,
            Connector connector,
            HttpConfiguration http,
            ConnectionLimits limits,
            ConnectionCounts counts,
            boolean accepting) {
        this.connector = connector;
        this.http = http;
        this.limits = limits;
        this.counts = counts;
        began = (InetSocketAddress) quic.remoteSocketAddress();
        counted = new CountedConnection(counts, began.getAddress(), () -> giveWay(quic));
        refused = !accepting;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        QuicChannel quic = (QuicChannel) context.channel();
        counts.handshakeBegun();
        if (!refused && !counted.enter()) {
            String client = began.getAddress().getHostAddress();
            counts.lines()
                    .happened(
                            "refused",
                            client,
                            end -> LOG.warn("QUIC connection from {} refused: too many{}", client, end));
            refused = true;
        }
        quic.closeFuture().addListener(closed -> {
            counted.leave();
            if (proved) {
                counts.addresses().left(began);
            }
            handshakeOver();
            cancelDeadline();
        });
        if (refused) {
            context.executor().execute(() -> close(quic, false, (int) QuicTransportError.CONNECTION_REFUSED.code()));
            return;
        }
        Duration handshake = limits.head().compareTo(LONGEST_HANDSHAKE) < 0 ? limits.head() : LONGEST_HANDSHAKE;
        endAfter(quic, handshake);
        context.pipeline()
                .addLast(new Http3ServerConnectionHandler(requestStreams(quic), null, null, settings(), true));
    }

    private DefaultHttp3SettingsFrame settings() {
        // Twice the limit, so that a head beyond the limit gets an answer. The library ends the connection beyond this.
        return new DefaultHttp3SettingsFrame(new Http3Settings()
                .maxFieldSectionSize(2L * limits.headBytes() + FIELDS_BYTES)
                .qpackMaxTableCapacity(0)
                .qpackBlockedStreams(0));
    }

    private ChannelInitializer<QuicStreamChannel> requestStreams(QuicChannel quic) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(QuicStreamChannel stream) {
                begun(quic, stream);
            }
        };
    }

    private void begun(QuicChannel quic, QuicStreamChannel stream) {
        requests++;
        if (requests == 1) {
            counted.busy();
        }
        if (handshakeOver) {
            cancelDeadline();
        }
        stream.closeFuture().addListener(closed -> ended(quic));
        stream.config().setAutoRead(false);
        stream.pipeline().addLast(new RequestReader(this, connector, http, limits));
    }

    private void ended(QuicChannel quic) {
        requests--;
        if (requests == 0) {
            counted.idle();
        }
        if (requests == 0 && handshakeOver) {
            endAfter(quic, limits.idle().plus(limits.head()));
        }
    }

    /** The sender of a request has proved who it is. Any thread. */
    void authenticated() {
        counted.stay();
    }

    private void giveWay(QuicChannel quic) {
        refused = true;
        close(quic, true, Http3ErrorCode.H3_EXCESSIVE_LOAD.code());
    }

    /** A stream of the connection did not end in order. */
    void broke(QuicChannel quic) {
        breaks++;
        if (breaks > MOST_BREAKS) {
            LOG.warn("QUIC connection from {} closed: {} of its requests broke", quic.remoteSocketAddress(), breaks);
            close(quic, true, Http3ErrorCode.H3_EXCESSIVE_LOAD.code());
        }
    }

    /** Whether the client has proved to be there now: until then, somebody may be repeating what another one sent. */
    boolean isConfirmed() {
        return handshakeOver;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object stream) {
        if (refused) {
            Future<?> unusedClosed = ((QuicStreamChannel) stream).close();
        } else {
            context.fireChannelRead(stream);
        }
    }

    /** The handshake is complete. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!proved) {
            proved = true;
            counts.addresses().proved(began);
        }
        handshakeOver();
        cancelDeadline();
        if (requests == 0) {
            endAfter((QuicChannel) context.channel(), limits.idle().plus(limits.head()));
        }
        context.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof QuicStreamLimitChangedEvent && !context.channel().isActive()) {
            // Streams of early data: a channel that is not active is not read by itself.
            context.read();
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("QUIC connection from {}", ((QuicChannel) context.channel()).remoteSocketAddress(), cause);
    }

    private void handshakeOver() {
        if (!handshakeOver) {
            handshakeOver = true;
            counts.handshakeOver();
        }
    }

    private void endAfter(QuicChannel quic, Duration time) {
        cancelDeadline();
        deadline = quic.eventLoop().schedule(() -> end(quic), time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void cancelDeadline() {
        Future<?> last = deadline;
        if (last != null) {
            last.cancel(false);
        }
    }

    /** Closes a connection without blame. Any thread. */
    static void end(QuicChannel quic) {
        close(quic, true, Http3ErrorCode.H3_NO_ERROR.code());
    }

    /** If this fails, the connection is closed already. */
    private static void close(QuicChannel quic, boolean byApplication, int code) {
        Future<?> unusedClosed = quic.close(byApplication, code, Unpooled.EMPTY_BUFFER);
    }
}
