package org.banip.mbu.netty;

import io.netty.channel.Channel;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/** {@code http2} and {@code http3}: the data request and the reverse channel are two streams of one connection, which MBUs share. */
final class StreamUplink extends NettyUplink {
    private final Multiplexing kind;
    private final SharedConnections.Seat seat;
    /** The streams that are open, and attempts to open one: what breaking off ends. */
    private final Set<CompletableFuture<Channel>> streams = Collections.newSetFromMap(new ConcurrentHashMap<>());

    private final Optional<AnswerPatience> patience;
    private final Consumer<Way> ways;

    /** An uplink that waits for the host's answers however long they take. */
    StreamUplink(UplinkContext context, Multiplexing kind) {
        this(context, kind, Optional.empty(), unused -> {});
    }

    /**
     * An uplink that another one replaces where it does not work.
     *
     * @param ways hears after each exchange what it tells of the way; the thread that carries
     */
    StreamUplink(UplinkContext context, Multiplexing kind, Optional<AnswerPatience> patience, Consumer<Way> ways) {
        super(context);
        this.kind = kind;
        this.patience = patience;
        this.ways = ways;
        seat = SharedConnections.lease(kind, context);
    }

    /** Begins to connect unless there is a connection. The result is completed when the handshake is complete. */
    CompletableFuture<Channel> connecting() throws IOException {
        return seat.connection()
                .connection(context, loops())
                .thenCompose(connection -> kind.confirmed(connection).thenApply(unusedVoid -> connection));
    }

    /** Whether a request can begin without a new connection. */
    boolean isConnected() {
        return seat.isConnected();
    }

    /** A stream for a request that nobody may repeat. Blocks until the connection's handshake is complete. */
    @Override
    Channel channel() throws IOException {
        return confirmed(seat.connection());
    }

    private Channel confirmed(SharedConnection shared) throws IOException {
        Channel stream = open(shared.connection(context, loops()));
        CompletableFuture<Void> confirmed = kind.confirmed(stream.parent());
        Duration most = context.settings().connectTimeout();
        boolean usable = false;
        try {
            Waiting.within(most.toMillis(), "the handshake", confirmed);
            usable = true;
            return stream;
        } catch (SocketTimeoutException e) {
            timedOut(most);
            throw e;
        } finally {
            if (!usable) {
                Channels.close(stream);
            }
        }
    }

    private Channel open(CompletableFuture<Channel> connection) throws IOException {
        CompletableFuture<Channel> stream = new CompletableFuture<>();
        streams.add(stream);
        Channels.whenDone(connection, (channel, failure) -> {
            if (failure == null) {
                kind.open(channel, stream);
            } else {
                stream.completeExceptionally(failure);
            }
        });
        try {
            Channel opened = connected(stream);
            opened.closeFuture().addListener(closed -> forget(stream));
            return opened;
        } catch (SocketTimeoutException e) {
            timedOut(context.settings().connectTimeout());
            throw e;
        } finally {
            if (stream.isCompletedExceptionally()) {
                forget(stream);
            }
        }
    }

    /** The next try must not go the way of this one, if that is dead. */
    @Override
    void timedOut(Duration time) {
        seat.closeIfSilent(time);
    }

    private void forget(CompletableFuture<Channel> stream) {
        streams.removeIf(known -> known == stream);
    }

    @Override
    public boolean registersWhileCarrying() {
        return true;
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        List<Channel> opened = new ArrayList<>();
        SharedConnection shared = seat.connection();
        try {
            boolean registers = source.registration().isPresent();
            Channel first = registers ? confirmed(shared) : open(shared.connection(context, loops()));
            opened.add(first);
            Channel connection = first.parent();
            Channel reverse = registers ? open(connection, opened) : first;
            Optional<Channel> alarms = Optional.empty();
            if (kind.hasIndependentStreams() && source.alarms().isPresent()) {
                alarms = Optional.of(open(connection, opened));
                kind.prefer(alarms.get());
            }
            Channel data = open(connection, opened);
            StreamExchange.Streams streams = new StreamExchange.Streams(
                    registers ? Optional.of(first) : Optional.empty(),
                    reverse,
                    data,
                    alarms,
                    kind.confirmed(connection),
                    stream -> kind.open(connection, stream),
                    kind.addressChanged(connection),
                    kind.probe(connection, loops()));
            NetworkSockets.giveUpAfter(connection, context.settings(), source.silence());
            carry(new StreamExchange(streams, source, requests, context.settings(), patience));
        } catch (SocketTimeoutException e) {
            shared.closeIfSilent(source.silence());
            throw e;
        } catch (BanipException e) {
            if (mayBeDamaged(e)) {
                opened.stream().limit(1).forEach(stream -> shared.replace(stream.parent())); // all have the same
            }
            throw e;
        } finally {
            opened.forEach(Channels::close);
        }
    }

    private void carry(StreamExchange exchange) throws IOException, InterruptedException {
        boolean broke = false;
        try {
            exchange.carry();
        } catch (IOException e) {
            broke = !exchange.hasTimedOut();
            throw e;
        } finally {
            Way way = exchange.way();
            ways.accept(broke && way == Way.UNKNOWN ? Way.BROKEN : way);
        }
    }

    /**
     * Whether a damaged byte of a request's head may be the reason. Both ends of a connection remember header fields (RFC 7541, section 2.3.2), so without
     * TLS each later request on it could bring the same error.
     */
    private boolean mayBeDamaged(BanipException e) {
        boolean ofTheHead = e.code() == ErrorCode.MALFORMED_REQUEST || e.code() == ErrorCode.UNAUTHENTICATED;
        return ofTheHead && context.base().getScheme().equals("http");
    }

    private Channel open(Channel connection, List<Channel> opened) throws IOException {
        Channel stream = open(CompletableFuture.completedFuture(connection));
        opened.add(stream);
        return stream;
    }

    @Override
    void breakOff() {
        IOException closed = new IOException("uplink is closed");
        for (CompletableFuture<Channel> stream : streams) {
            stream.completeExceptionally(closed);
            Channels.whenDone(stream, (channel, failure) -> close(channel));
        }
    }

    private static void close(@Nullable Channel channel) {
        if (channel != null) {
            Channels.close(channel);
        }
    }

    @Override
    CompletableFuture<?> released() {
        return seat.release();
    }
}
