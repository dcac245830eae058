package org.banip.mbu.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.testhost.SilentPort;
import org.banip.mbu.uplink.AddressOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections to a name with several addresses. An attempt that gets no answer ends after an hour, so only a race ends in time. */
@Timeout(300)
class BrokerAddressesTest {
    private static final String GOOD = "127.0.0.1";
    private static final String REFUSING = "127.0.0.3";

    private final EventLoopGroup loops = EventLoops.lease();
    private ServerSocket server;

    /** The system accepts; nobody reads. */
    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void end() throws IOException {
        server.close();
        EventLoops.release();
    }

    private static AddressOrder order(String... addresses) throws IOException {
        InetAddress[] all = new InetAddress[addresses.length];
        for (int a = 0; a < addresses.length; a++) {
            all[a] = InetAddress.getByName(addresses[a]);
        }
        return new AddressOrder(name -> all);
    }

    private CompletableFuture<Channel> connect(AddressOrder order) throws IOException {
        UplinkContext context = new UplinkContext(
                URI.create("http://broker.test:" + server.getLocalPort() + "/"),
                Credentials.none(),
                HttpSettings.builder().connectTimeout(Duration.ofHours(1)).build(),
                SteadyClock.system(),
                new UplinkContext.Traffic(),
                "race");
        return new Connector(
                        context,
                        order,
                        () -> new ByteCounter(context::traffic),
                        new Tls(context, Collections.emptyList()),
                        () -> new ChannelHandler[0])
                .connect(loops);
    }

    private static InetAddress peer(CompletableFuture<Channel> connecting) throws Exception {
        Channel channel = connecting.get(4, TimeUnit.MINUTES);
        InetAddress peer = ((InetSocketAddress) channel.remoteAddress()).getAddress();
        channel.close().sync();
        return peer;
    }

    /** Somebody else may have the server's port at the other address. */
    private Optional<SilentPort> silent(String address) throws IOException {
        try {
            return Optional.of(SilentPort.at(InetAddress.getByName(address), server.getLocalPort()));
        } catch (BindException e) {
            return Optional.empty();
        }
    }

    private SilentPort surelySilent(String address) throws IOException {
        Optional<SilentPort> silent = silent(address);
        while (silent.isEmpty()) {
            server.close();
            listen();
            silent = silent(address);
        }
        return silent.get();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "127.0.0.2"})
    void addressThatDoesNotAnswerIsNotWaitedForAndTheOneThatDidGoesFirst(String mute) throws Exception {
        AddressOrder order = order(mute, GOOD);
        InetAddress good = InetAddress.getLoopbackAddress();
        try (SilentPort silent = surelySilent(mute)) {
            assertThat(silent.port()).isEqualTo(server.getLocalPort());
            assertThat(peer(connect(order))).isEqualTo(good);
            assertThat(order.of("broker.test", Optional.empty()).get(0)).isEqualTo(good);
        }
    }

    /** Early data goes before any answer. */
    @Test
    void addressThatDidNotAnswerEarlyDataGoesLastTheNextTime() throws Exception {
        AddressOrder order = order("127.0.0.2", GOOD);
        List<InetAddress> attempts = new ArrayList<>();
        CompletableFuture<Void> mute = new CompletableFuture<>();
        early(order, attempts, mute);
        assertThat(attempts).containsExactly(InetAddress.getByName("127.0.0.2"));
        mute.completeExceptionally(new IOException("closed before its handshake was complete"));
        early(order, attempts, CompletableFuture.completedFuture(null));
        early(order, attempts, CompletableFuture.completedFuture(null));
        InetAddress good = InetAddress.getLoopbackAddress();
        assertThat(attempts).containsExactly(InetAddress.getByName("127.0.0.2"), good, good);
    }

    /** Connects with early data. */
    private static void early(AddressOrder order, List<InetAddress> attempts, CompletableFuture<Void> answered)
            throws Exception {
        UplinkContext context = new UplinkContext(
                URI.create("https://broker.test/"),
                Credentials.none(),
                HttpSettings.builder().build(),
                SteadyClock.system(),
                new UplinkContext.Traffic(),
                "early");
        CompletableFuture<Channel> connected = BrokerAddresses.oneByOne(
                context,
                order,
                443,
                address -> {
                    attempts.add(address.getAddress());
                    return CompletableFuture.completedFuture(new EmbeddedChannel());
                },
                channel -> answered);
        assertThat(connected).isCompleted();
        connected.join().close().sync();
    }

    @Test
    void addressThatRefusesIsFollowedByTheNext() throws Exception {
        assertThat(peer(connect(order(REFUSING, "127.0.0.4", GOOD)))).isEqualTo(InetAddress.getLoopbackAddress());
    }

    @Test
    void whereAllRefuseTheBrokerIsNamed() throws Exception {
        CompletableFuture<Channel> connecting = connect(order(REFUSING, "127.0.0.4"));
        assertThatThrownBy(() -> connecting.get(4, TimeUnit.MINUTES))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("cannot connect to http://broker.test:");
    }
}
