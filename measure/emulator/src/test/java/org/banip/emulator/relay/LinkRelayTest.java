package org.banip.emulator.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.TimedChange;
import org.banip.emulator.profile.Way;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class LinkRelayTest {
    private static final DirectionSettings DELAYED =
            DirectionSettings.builder().delay(Duration.ofMillis(20)).build();

    @AfterEach
    void noThreadIsLeft() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .doesNotContain("banip-relay"));
    }

    private static LinkSettings link(DirectionSettings up, DirectionSettings down) {
        return new LinkSettings("relayed", 576, "none", up, down);
    }

    /** Sends bytes up, gets them back, and says how long both took. */
    private static Duration echo(LinkSettings link, int bytes) throws Exception {
        byte[] sent = new byte[bytes];
        new Random(bytes).nextBytes(sent);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LinkRelay relay =
                        LinkRelay.open(link, new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 3);
                Socket client =
                        new Socket(relay.address().getAddress(), relay.address().getPort())) {
            CompletableFuture<Void> echoing = CompletableFuture.runAsync(() -> echo(server));
            long begin = System.nanoTime();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(client, sent));
            assertThat(client.getInputStream().readAllBytes()).isEqualTo(sent);
            long end = System.nanoTime();
            sending.join();
            echoing.join();
            assertThat(relay.counters(Way.UP).deliveredBytes()).isGreaterThan(bytes);
            assertThat(relay.counters(Way.DOWN).deliveredBytes()).isGreaterThan(bytes);
            return Duration.ofNanos(end - begin);
        }
    }

    private static void echo(ServerSocket server) {
        try (Socket accepted = server.accept()) {
            accepted.getInputStream().transferTo(accepted.getOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(Socket client, byte[] bytes) {
        try {
            client.getOutputStream().write(bytes);
            client.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void carriesAllBytesBothWaysAndTakesTheHandshakeAndTheDelays() throws Exception {
        assertThat(echo(link(DELAYED, DELAYED), 200_000)).isGreaterThanOrEqualTo(Duration.ofMillis(80));
    }

    @Test
    void isNoFasterThanTheLink() throws Exception {
        DirectionSettings slow =
                DELAYED.toBuilder().bytesPerSecond(100_000).queueBytes(5_000).build();
        assertThat(echo(link(slow, DELAYED), 40_000)).isGreaterThanOrEqualTo(Duration.ofMillis(400));
    }

    @Test
    void lossCostsTimeAndNoBytes() throws Exception {
        DirectionSettings lossy = DELAYED.toBuilder().loss(0.05).build();
        assertThat(echo(link(lossy, lossy), 100_000)).isGreaterThanOrEqualTo(Duration.ofMillis(120));
    }

    @Test
    void aScheduledLossCostsTimeAndNoBytesEither() throws Exception {
        LinkSettings losing = link(DELAYED, DELAYED)
                .withSchedule(List.of(
                        new TimedChange(Duration.ZERO, Set.of(Way.values()), new Change.Loss(0.3)),
                        new TimedChange(Duration.ofMillis(100), Set.of(Way.UP), new Change.Loss(1))));
        assertThat(echo(losing, 100_000)).isGreaterThanOrEqualTo(Duration.ofMillis(120));
    }

    @Test
    void aLinkWhoseAddressChangesIsRefused() {
        LinkSettings moving = link(DELAYED, DELAYED)
                .withSchedule(
                        List.of(new TimedChange(Duration.ofMillis(10), Set.of(Way.values()), new Change.Address())));
        InetSocketAddress target = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinkRelay.open(moving, target, 3))
                .withMessageContainingAll("relayed", "address");
    }

    @Test
    void whoCannotBeReachedIsAnEndForTheClient() throws Exception {
        try (Socket nobody = new Socket()) { // has a port, but does not listen
            nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (LinkRelay relay = LinkRelay.open(
                            link(DELAYED, DELAYED), (InetSocketAddress) nobody.getLocalSocketAddress(), 3);
                    Socket client = new Socket(
                            relay.address().getAddress(), relay.address().getPort())) {
                assertThat(client.getInputStream().read()).isEqualTo(-1);
            }
        }
    }
}
