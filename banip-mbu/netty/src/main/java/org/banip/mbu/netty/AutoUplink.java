package org.banip.mbu.netty;

import io.netty.channel.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/**
 * {@code auto}: HTTP/3 if the broker has announced it and it answers about as fast as TCP, else HTTP/2 if the broker chooses it by ALPN, else
 * {@code duplex}, which does as {@code chunked} does where it must. A version of HTTP is left where something on the way holds an endless request
 * back, refuses it, or breaks it again and again. What was found is remembered for all MBUs of the process.
 */
final class AutoUplink implements Uplink {
    /** Something that is done with one of the uplinks. */
    private interface Use<T> {
        T with(Uplink uplink) throws IOException, InterruptedException;
    }

    private static final Duration MEMORY = Duration.ofMinutes(10);
    private static final PathMemory WITHOUT_HTTP2 = new PathMemory(MEMORY);
    /** Where TCP was faster, or nothing came back over UDP. */
    private static final PathMemory WITHOUT_HTTP3 = new PathMemory(MEMORY);

    private static final PathMemory WITH_HTTP3 = new PathMemory(Duration.ofDays(1));
    /** Exchanges that must break in a row before a proxy is taken to break them. One or two may break for another reason. */
    private static final int BROKEN_IN_A_ROW = 3;
    /** Factor of the head start where HTTP/3 was the first before: on a slow path an attempt over TCP costs seconds. */
    private static final int KNOWN_HEAD_START = 4;

    private final UplinkContext context;
    private final AnswerPatience patience;
    private final Duration headStart;
    private final boolean secure;
    private final DuplexUplink duplex;
    private final CompletableFuture<Void> closing = new CompletableFuture<>();
    private final Object lock = new Object();
    private StreamUplink http2;
    private @Nullable StreamUplink http3;
    private int http3Port;
    /** Of the last exchanges over HTTP/2 or HTTP/3; the thread that carries. */
    private int brokenInARow;

    private boolean suspected;

    /**
     * An uplink without a connection.
     *
     * @param patience how long an answer may be held back on a path without delay
     * @param headStart how long HTTP/3 alone is tried before TCP is tried as well
     */
    AutoUplink(UplinkContext context, Duration patience, Duration headStart) {
        this.context = context;
        this.patience = new AnswerPatience(patience);
        this.headStart = headStart;
        secure = "https".equalsIgnoreCase(context.base().getScheme());
        http2 = newHttp2();
        duplex = new DuplexUplink(context, this.patience, NetworkSockets::arrival, this::announced);
    }

    private void announced(String altService) {
        if (secure) {
            AltServices.heard(context, altService);
        }
    }

    // --- which one ---

    private boolean usesHttp2() {
        return secure && !WITHOUT_HTTP2.has(context);
    }

    /** The uplink over QUIC, if the broker has announced it and it has not failed lately. */
    private @Nullable StreamUplink http3() throws IOException {
        OptionalInt port = AltServices.port(context);
        if (!port.isPresent() || WITHOUT_HTTP3.has(context) || !QuicSupport.isPossible(context)) {
            return null;
        }
        synchronized (lock) {
            if (closing.isDone()) {
                throw new IOException("uplink is closed");
            }
            StreamUplink known = http3;
            if (known == null || http3Port != port.getAsInt()) {
                if (known != null) {
                    known.close();
                }
                http3Port = port.getAsInt();
                known = new StreamUplink(
                        context,
                        new Http3Streams(context, http3Port),
                        Optional.of(patience),
                        way -> judge(way, WITHOUT_HTTP3));
                http3 = known;
            }
            return known;
        }
    }

    private boolean hasTcpConnection() {
        return usesHttp2() ? http2().isConnected() : duplex.isConnected();
    }

    /** HTTP/3 if there is a connection, or if it is the first of two attempts to connect. */
    private @Nullable StreamUplink chosenHttp3() throws IOException {
        StreamUplink quic = http3();
        if (quic == null || quic.isConnected()) {
            return quic;
        }
        if (hasTcpConnection()) {
            return null;
        }
        if (isFirst(quic)) {
            WITH_HTTP3.remember(context);
            return quic;
        }
        dropHttp3();
        return null;
    }

    /** An exchange of a version of HTTP has ended. Remembers where that does not work: the next exchange goes another way. */
    private void judge(Way way, PathMemory without) {
        boolean twice = way == Way.PERHAPS_HELD_BACK && suspected;
        boolean broken = way == Way.BROKEN && brokenInARow + 1 >= BROKEN_IN_A_ROW;
        if (way == Way.HELD_BACK || twice || broken) {
            without.remember(context);
        }
        suspected = way == Way.PERHAPS_HELD_BACK || (suspected && way == Way.UNKNOWN);
        brokenInARow = way == Way.BROKEN && !broken ? brokenInARow + 1 : 0;
    }

    private void dropHttp3() {
        synchronized (lock) {
            if (http3 != null) {
                http3.close();
                http3 = null;
            }
        }
    }

    /** Nothing else of this MBU will go over HTTP/2 for some time. */
    private void dropIfUnwanted() {
        if (WITHOUT_HTTP2.has(context)) {
            dropHttp2();
        }
    }

    private void dropHttp2() {
        synchronized (lock) {
            http2.close();
            http2 = newHttp2();
            if (closing.isDone()) {
                http2.close();
            }
        }
    }

    private StreamUplink newHttp2() {
        return new StreamUplink(
                context, new Http2Streams(this::announced), Optional.of(patience), way -> judge(way, WITHOUT_HTTP2));
    }

    private StreamUplink http2() {
        synchronized (lock) {
            return http2;
        }
    }

    /** Begins to connect over UDP, and after the head start over TCP as well. Returns whether UDP was the first. */
    private boolean isFirst(StreamUplink quic) throws IOException {
        CompletableFuture<Channel> udp = quic.connecting();
        long alone = headStart.toMillis() * (WITH_HTTP3.has(context) ? KNOWN_HEAD_START : 1);
        if (hasEndedWithin(alone, udp) && Attempts.hasSucceeded(udp)) {
            return true;
        }
        return usesHttp2() ? isFirst(udp, http2().connecting()) : isInTime(udp);
    }

    private boolean isFirst(CompletableFuture<Channel> udp, CompletableFuture<Channel> tcp) throws IOException {
        long both = 2 * context.settings().connectTimeout().toMillis(); // for TCP and TLS
        boolean unusedEnded = hasEndedWithin(both, Attempts.first(udp, tcp));
        if (Attempts.hasFoundOther(tcp)) {
            WITHOUT_HTTP2.remember(context);
        }
        if (Attempts.hasSucceeded(udp)) {
            dropHttp2(); // an attempt that is not wanted any more
            return true;
        }
        if (Attempts.hasSucceeded(tcp) || Attempts.hasFoundOther(tcp)) {
            WITHOUT_HTTP3.remember(context); // if neither comes, the device has no network
        }
        return false;
    }

    private boolean hasEndedWithin(long millis, CompletableFuture<?> attempt) throws IOException {
        boolean ended = Attempts.hasEndedWithin(millis, CompletableFuture.anyOf(closing, attempt));
        if (closing.isDone()) {
            throw new IOException("uplink is closed");
        }
        return ended;
    }

    /** Without HTTP/2, TCP is tried only afterwards. */
    private boolean isInTime(CompletableFuture<Channel> udp) throws IOException {
        boolean inTime = hasEndedWithin(patience.least().toMillis(), udp) && Attempts.hasSucceeded(udp);
        if (!inTime) {
            WITHOUT_HTTP3.remember(context);
        }
        return inTime;
    }

    /** Uses HTTP/3 or HTTP/2, unless the broker turns out not to speak it. Then nothing was sent yet, and the next uplink is used. */
    private <T> T use(Use<T> use) throws IOException, InterruptedException {
        StreamUplink quic = chosenHttp3();
        if (quic != null) {
            return use.with(quic);
        }
        if (usesHttp2()) {
            try {
                return use.with(http2());
            } catch (OtherProtocolException e) {
                WITHOUT_HTTP2.remember(context);
            } finally {
                dropIfUnwanted();
            }
        }
        return use.with(duplex);
    }

    @Override
    public boolean registersWhileCarrying() {
        return true;
    }

    @Override
    public String register(String document) throws IOException {
        return uninterrupted(uplink -> uplink.register(document));
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        boolean unusedDone = use(uplink -> {
            uplink.carry(source);
            return true;
        });
    }

    @Override
    public void deregister(String surrogate) throws IOException {
        boolean unusedDone = uninterrupted(uplink -> {
            uplink.deregister(surrogate);
            return true;
        });
    }

    private <T> T uninterrupted(Use<T> use) throws IOException {
        try {
            return use(use);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("told to end", e);
        }
    }

    @Override
    public void close() {
        closing.complete(null);
        synchronized (lock) {
            if (http3 != null) {
                http3.close();
            }
            http2.close();
        }
        duplex.close();
    }
}
