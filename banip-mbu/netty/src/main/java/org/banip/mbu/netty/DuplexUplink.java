package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.uplink.AddressOrder;
import org.banip.mbu.uplink.Uplinks;
import org.jspecify.annotations.Nullable;

/**
 * {@code duplex}: one endless request of HTTP/1.1, whose answer carries the host's frames while the request flows. A new session's registration
 * goes before it without a wait. Where a proxy or the broker cannot do this, the uplink does as {@code chunked} does, for some minutes.
 */
final class DuplexUplink extends NettyUplink {
    /** Where a proxy holds answers back, or the broker does not know the resource. */
    private static final PathMemory HELD_BACK = new PathMemory(Duration.ofMinutes(10));

    private static final int MAX_LINE = 8192;
    private static final int MAX_HEAD = 64 << 10;

    private final Connector connector;
    private final AnswerPatience patience;
    private final Function<Channel, Arrival> arrival;
    private final Object lock = new Object();
    private @Nullable Channel connection;
    private @Nullable CompletableFuture<Channel> opening;
    private @Nullable Uplink instead;
    /** The last exchange may have been held back. The thread that carries. */
    private boolean suspected;

    /**
     * An uplink without a connection.
     *
     * @param arrival tells what has arrived of the bytes that were sent on a connection
     */
    DuplexUplink(UplinkContext context, AnswerPatience patience, Function<Channel, Arrival> arrival) {
        this(context, patience, arrival, unused -> {});
    }

    /**
     * The same.
     *
     * @param altServices hears what the broker announces by {@code Alt-Svc}
     */
    DuplexUplink(
            UplinkContext context,
            AnswerPatience patience,
            Function<Channel, Arrival> arrival,
            Consumer<String> altServices) {
        super(context);
        this.patience = patience;
        this.arrival = arrival;
        connector = new Connector(
                context,
                AddressOrder.ofSystem(),
                () -> new ByteCounter(context::traffic),
                new Tls(context, Collections.emptyList()),
                () -> handlers(altServices));
    }

    private static ChannelHandler[] handlers(Consumer<String> altServices) {
        HttpDecoderConfig config =
                new HttpDecoderConfig().setMaxInitialLineLength(MAX_LINE).setMaxHeaderSize(MAX_HEAD);
        return new ChannelHandler[] {
            new HttpClientCodec(config, false, false), new AltServiceReader(altServices), new AnswerReader()
        };
    }

    @Override
    public boolean registersWhileCarrying() {
        return true; // chunked does as well
    }

    @Override
    public String register(String document) throws IOException {
        return fallsBack() ? chunked().register(document) : super.register(document);
    }

    @Override
    public void deregister(String surrogate) throws IOException {
        if (fallsBack()) {
            chunked().deregister(surrogate);
        } else {
            super.deregister(surrogate);
        }
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        if (fallsBack()) {
            chunked().carry(source);
            return;
        }
        Channel channel = channel();
        NetworkSockets.giveUpAfter(channel, context.settings(), source.silence());
        DuplexExchange exchange = new DuplexExchange(
                channel, source, requests, context.settings(), patience, arrival, new Another(channel));
        try {
            exchange.carry();
        } finally {
            judge(exchange.way());
            if (!exchange.endedInOrder()) {
                drop(channel);
            }
        }
    }

    /** Where it is not known what has arrived, two exchanges in a row must look so. */
    private void judge(Way way) {
        if (way == Way.HELD_BACK || (way == Way.PERHAPS_HELD_BACK && suspected)) {
            HELD_BACK.remember(context);
        }
        if (way != Way.UNKNOWN) {
            suspected = way == Way.PERHAPS_HELD_BACK;
        }
    }

    // --- the connection ---

    /** Whether a request can begin without a new connection. */
    boolean isConnected() {
        synchronized (lock) {
            return isUsable(connection);
        }
    }

    private static boolean isUsable(@Nullable Channel open) {
        return open != null && open.isActive() && AnswerReader.isReusable(open);
    }

    @Override
    Channel channel() throws IOException {
        synchronized (lock) {
            Channel open = connection;
            if (open != null && isUsable(open)) {
                return open;
            }
        }
        breakOff();
        CompletableFuture<Channel> connecting = connector.connect(loops());
        synchronized (lock) {
            opening = connecting;
        }
        Channel made = connected(connecting);
        synchronized (lock) {
            connection = made;
        }
        loops(); // throws if the uplink was closed meanwhile, after which nobody closes the connection
        return made;
    }

    @Override
    void drop(Channel channel) {
        synchronized (lock) {
            if (connection == channel) {
                connection = null; // else another one has taken its place
            }
        }
        Channels.close(channel);
    }

    @Override
    void breakOff() {
        synchronized (lock) {
            if (opening != null) {
                opening.completeExceptionally(new IOException("uplink is closed"));
            }
            if (connection != null) {
                Channels.close(connection);
                connection = null;
            }
        }
    }

    /** The connection that takes the place of one that is silent. */
    private final class Another implements SilentConnection.Another {
        private final Channel silent;

        Another(Channel silent) {
            this.silent = silent;
        }

        @Override
        public CompletableFuture<Channel> connect() throws IOException {
            CompletableFuture<Channel> connecting = connector.connect(loops());
            synchronized (lock) {
                opening = connecting;
            }
            loops(); // throws if the uplink was closed meanwhile, after which nobody ends the attempt
            return connecting;
        }

        @Override
        public void use(Channel made) {
            synchronized (lock) {
                if (connection == silent) {
                    connection = made;
                    return;
                }
            }
            Channels.close(made); // the uplink was closed
        }
    }

    // --- where it does not work ---

    private boolean fallsBack() {
        return HELD_BACK.has(context);
    }

    private Uplink chunked() throws IOException {
        loops(); // throws after the end
        synchronized (lock) {
            Uplink known = instead;
            if (known == null) {
                known = Uplinks.named(Uplinks.CHUNKED).open(context);
                instead = known;
            }
            return known;
        }
    }

    @Override
    public void close() {
        super.close();
        synchronized (lock) {
            if (instead != null) {
                instead.close();
            }
        }
    }
}
