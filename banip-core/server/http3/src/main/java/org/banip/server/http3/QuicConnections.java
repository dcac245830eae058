package org.banip.server.http3;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.ClientAuth;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.banip.server.spi.QuicListening;
import org.banip.server.tls.ClaimedCertificates;
import org.banip.server.tls.ReloadingTls;
import org.eclipse.jetty.server.Connector;

/** All QUIC connections of a connector, and what is agreed with each. */
final class QuicConnections {
    /**
     * First window of a stream, and of all streams of a connection. The library doubles a window while its bytes are read faster than one in
     * two round trips, so a reader that stalls never holds more than these, or what came in four round trips.
     */
    private static final long STREAM_WINDOW_BYTES = 65_536;

    /** As many as HTTP/2 has. An MBU needs up to four; a process with many MBUs opens another connection before it needs them all. */
    private static final long STREAMS = 128;
    /** For all streams: one that is not read must not stop the others, which may be of other MBUs, and go to other hosts. */
    private static final long CONNECTION_WINDOW_BYTES = STREAMS * STREAM_WINDOW_BYTES;
    /** Control, QPACK encoder and decoder, and what a client adds to see whether it is ignored (RFC 9114, section 6.2.3). */
    private static final long CONTROL_STREAMS = 8;

    private static final long CONTROL_WINDOW_BYTES = 4096;
    /** Of a path that is silent. MBU and host send every few seconds as long as they live. */
    private static final Duration SILENCE = Duration.ofSeconds(60);
    /** The most addresses that a client may have had during a connection; the library forgets none. */
    private static final long CONNECTION_IDS = 32;
    /** Each datagram of a client has this id, so it is shorter than the library's, of 20 bytes; two connections never have the same by chance. */
    private static final int CONNECTION_ID_BYTES = 8;

    private static final int PIECE_BYTES = 8192;

    private final Connector connector;
    private final QuicListening where;
    private final ConnectionCounts counts;
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final QuicSslContext tls;
    private final TicketKeys tickets;
    private volatile boolean accepting;

    QuicConnections(Connector connector, QuicListening where) {
        this.connector = connector;
        this.where = where;
        counts = new ConnectionCounts(where.limits(), where.unbounded());
        tls = tls(where);
        tickets = where.clientAuthorities().isPresent()
                ? TicketKeys.ofOneConnection(System::nanoTime)
                : TicketKeys.lasting(System::nanoTime);
    }

    private static QuicSslContext tls(QuicListening where) {
        QuicSslContextBuilder builder = QuicSslContextBuilder.forServer(ReloadingTls.keys(where.tls()), null)
                .applicationProtocols(Http3.supportedApplicationProtocols());
        if (where.clientAuthorities().isEmpty()) {
            return builder.earlyData(true).build();
        }
        // Early data comes before the client is known.
        return builder.trustManager(
                        ClaimedCertificates.of(where.clientAuthorities().get()))
                .clientAuth(ClientAuth.OPTIONAL)
                .build();
    }

    /** What a UDP socket does with datagrams. */
    ChannelHandler datagrams() {
        return new ChannelInitializer<DatagramChannel>() {
            @Override
            protected void initChannel(DatagramChannel socket) {
                socket.pipeline().addLast(counts.addresses(), codec());
            }
        };
    }

    private ChannelHandler codec() {
        return Http3.newQuicServerCodecBuilder()
                .sslEngineProvider(quic -> {
                    tickets.renew(tls.sessionContext());
                    return tls.newEngine(quic.alloc());
                })
                .tokenHandler(new RetryTokens(counts::wantsProof))
                .maxIdleTimeout(SILENCE.toMillis(), TimeUnit.MILLISECONDS)
                .initialMaxData(CONNECTION_WINDOW_BYTES)
                .initialMaxStreamDataBidirectionalRemote(STREAM_WINDOW_BYTES)
                .initialMaxStreamDataUnidirectional(CONTROL_WINDOW_BYTES)
                .initialMaxStreamsBidirectional(STREAMS)
                .initialMaxStreamsUnidirectional(CONTROL_STREAMS)
                .activeMigration(true)
                .activeConnectionIdLimit(CONNECTION_IDS)
                .localConnectionIdLength(CONNECTION_ID_BYTES)
                .streamOption(ChannelOption.RECVBUF_ALLOCATOR, pieces())
                .handler(new ChannelInitializer<QuicChannel>() {
                    @Override
                    protected void initChannel(QuicChannel quic) {
                        open.add(quic);
                        quic.pipeline()
                                .addLast(new QuicConnection(
                                        quic, connector, where.http(), where.limits(), counts, accepting));
                    }
                })
                .build();
    }

    private static FixedRecvByteBufAllocator pieces() {
        FixedRecvByteBufAllocator pieces = new FixedRecvByteBufAllocator(PIECE_BYTES);
        pieces.maxMessagesPerRead(1);
        return pieces;
    }

    /** Whether new connections are taken. */
    void accept(boolean more) {
        accepting = more;
    }

    /** Closes all; the clients are told. */
    void closeAll() {
        for (Channel quic : open) {
            QuicConnection.end((QuicChannel) quic);
        }
        open.newCloseFuture().awaitUninterruptibly(1, TimeUnit.SECONDS);
    }
}
