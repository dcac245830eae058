package org.banip.server.http3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.handler.codec.quic.QuicChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionFactory;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Reverse channels and duplex requests in a first flight that an attacker records and sends again. */
class ReplayedStreamsTest extends ReplayedHost {
    private static final int CHANNELS = 2;
    private static final String PATH = "banip-path";
    private static final byte[] FORBIDDEN = Frames.of(new Control.Acknowledgement(new long[] {0, 0}));

    /** Sends a request on a connection whose handshake is not complete. */
    private interface Early {
        Http3Exchange on(QuicChannel quic) throws Exception;
    }

    /** What the client does when the handshake is complete. */
    private interface Later {
        void with(Http3Exchange exchange) throws Exception;
    }

    @Override
    HostLimits limits() {
        return HostLimits.builder().reverseChannels(CHANNELS).build();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollDelay(Duration.ZERO);
    }

    /** Records a first flight of which the host has seen all; its connection is closed afterwards. */
    private List<byte[]> record(Early request, BooleanSupplier seen, Later later) throws Exception {
        List<byte[]> flight;
        try (UdpRelay tap = new UdpRelay(port)) {
            tap.holdAnswers();
            try (Http3Client client = new Http3Client(sessions, tap.port())) {
                Http3Exchange exchange = request.on(client.early().get(60, TimeUnit.SECONDS));
                soon().until(seen::getAsBoolean);
                flight = tap.sent();
                assertThat(client.connected()).isNotDone();
                tap.goOn();
                QuicChannel unused = client.confirmed();
                later.with(exchange);
            }
        }
        soon().until(() ->
                statistics().openReverseChannels() == 0 && statistics().openDataRequests() == 0);
        return flight;
    }

    private SurrogateStatistics statistics() {
        return host.surrogate(mbu.session()).statistics();
    }

    private Http3Exchange open(QuicChannel quic, String method, String resource, String... fields) throws Exception {
        Http3Exchange exchange = Http3Exchange.open(quic, method, "/" + mbu.surrogate() + resource, fields)
                .get(60, TimeUnit.SECONDS);
        if (method.equals("GET")) {
            exchange.end();
        }
        return exchange;
    }

    private List<byte[]> recordedReverse() throws Exception {
        return record(
                quic -> open(quic, "GET", "/reverse"),
                () -> statistics().openReverseChannels() == 1,
                exchange -> assertThat(exchange.status()).isEqualTo(200));
    }

    /** With packets 3 and 4, and what follows; the body does not end. */
    private List<byte[]> recordedDuplex(byte[] more, Later later) throws Exception {
        return record(
                quic -> {
                    Http3Exchange exchange = open(quic, "POST", "/duplex", FRAMES);
                    exchange.send(Frames.join(Frames.body(2, TestMbu.packets(0, 3, 5)), more));
                    return exchange;
                },
                () -> stored().size() == 5,
                later);
    }

    private List<byte[]> recordedDuplex() throws Exception {
        return recordedDuplex(
                new byte[0], exchange -> assertThat(exchange.status()).isEqualTo(200));
    }

    /** Data with packets 3 and 4 on a path, behind this frame; the body does not end before the handshake. */
    private List<byte[]> recordedData(String path, Control first) throws Exception {
        return record(
                quic -> {
                    Http3Exchange exchange = open(quic, "POST", "/data", FRAMES[0], FRAMES[1], PATH, path);
                    exchange.send(Frames.join(Frames.of(first), Frames.body(2, TestMbu.packets(0, 3, 5))));
                    return exchange;
                },
                () -> stored().size() == 5,
                exchange -> {
                    exchange.end();
                    assertThat(exchange.status()).isEqualTo(200);
                });
    }

    /** Opens a reverse channel that is no replay. */
    private Http3Exchange reverse(Http3Client client, String... fields) throws Exception {
        Http3Exchange channel = open(client.confirmed(), "GET", "/reverse", fields);
        soon().until(() -> channel.size() > 0); // its first acknowledgement
        return channel;
    }

    /** Sends packets on a path. */
    private void send(Http3Client client, String path, long from, long to) throws Exception {
        Http3Exchange data = open(client.confirmed(), "POST", "/data", FRAMES[0], FRAMES[1], PATH, path);
        data.send(Frames.body(2, TestMbu.packets(0, from, to)));
        data.end();
        data.awaitEnd();
        assertThat(data.status()).isEqualTo(200);
    }

    private CompletableFuture<CommandOutcome> command() {
        return host.surrogate(mbu.session()).sendCommand("blink", "twice".getBytes(StandardCharsets.UTF_8));
    }

    private static void assertHasCommand(Http3Exchange answer) {
        assertThat(Frames.controls(answer.body())).anyMatch(Control.Command.class::isInstance);
    }

    private static void awaitCommand(Http3Exchange channel) {
        soon().ignoreExceptions().untilAsserted(() -> assertHasCommand(channel));
    }

    @Test
    void aReplayedReverseChannelEndsNoOther() throws Exception {
        List<byte[]> flight = recordedReverse();
        try (Http3Client client = new Http3Client(sessions, port)) {
            List<Http3Exchange> channels = List.of(reverse(client), reverse(client));
            long refused = refused();

            replayUntil(flight, () -> refused() > refused);

            assertAcknowledged(client, channels);
        }
    }

    @Test
    void aReplayedDuplexRequestEndsNoChannelAndIsNotKept() throws Exception {
        List<byte[]> flight = recordedDuplex();
        try (Http3Client client = new Http3Client(sessions, port)) {
            List<Http3Exchange> channels = List.of(reverse(client), reverse(client));
            long refused = refused();

            replayUntil(flight, () -> refused() > refused);

            soon().until(() -> statistics().openDataRequests() == 0);
            assertAcknowledged(client, channels);
        }
    }

    /** They are open, and hear of what is stored next. */
    private void assertAcknowledged(Http3Client client, List<Http3Exchange> channels) throws Exception {
        long next = stored().size();
        assertThat(post(client.confirmed(), Frames.body(2, TestMbu.packets(0, next, next + 1)))
                        .status())
                .isEqualTo(200);
        for (Http3Exchange channel : channels) {
            soon().ignoreExceptions()
                    .untilAsserted(() -> assertThat(Frames.controls(channel.body()))
                            .contains(new Control.Acknowledgement(new long[] {next + 1, 0})));
            assertThat(channel.isOver()).isFalse();
        }
        assertThat(statistics().openReverseChannels()).isEqualTo(CHANNELS);
    }

    @Test
    void aReplayedReverseChannelTakesNoCommandFromAnother() throws Exception {
        List<byte[]> flight = recordedReverse();
        try (Http3Client client = new Http3Client(sessions, port)) {
            Http3Exchange channel = reverse(client);
            replayUntil(flight, () -> statistics().openReverseChannels() == 2);

            CompletableFuture<CommandOutcome> outcome = command();

            awaitCommand(channel);
            assertThat(outcome).isNotDone();
        }
    }

    @Test
    void aReplayedReverseChannelTakesNoCommandFromAnAnswer() throws Exception {
        List<byte[]> flight = recordedReverse();
        replayUntil(flight, () -> statistics().openReverseChannels() == 1);
        CompletableFuture<CommandOutcome> outcome = command();
        try (Http3Client client = new Http3Client(sessions, port)) {
            assertHasCommand(post(client.confirmed(), Frames.of(new Control.KeepAlive())));
        }
        assertThat(outcome).isNotDone();
    }

    @Test
    void aReplayedReverseChannelTakesNoTimeAnswer() throws Exception {
        List<byte[]> flight = recordedReverse();
        replayUntil(flight, () -> statistics().openReverseChannels() == 1);
        try (Http3Client client = new Http3Client(sessions, port)) {
            Http3Exchange data = post(client.confirmed(), Frames.of(new Control.TimeRequest(TestMbu.ORIGIN)));
            assertThat(Frames.controls(data.body())).anyMatch(Control.TimeAnswer.class::isInstance);
        }
    }

    @Test
    void aReplayedDuplexRequestStoresNothingAndIsNoSignOfLife() throws Exception {
        List<byte[]> flight = recordedDuplex();
        clock.pass(Duration.ofSeconds(20));
        soon().until(() -> state() == SurrogateState.SILENT);

        replay(flight);

        assertThat(state()).isEqualTo(SurrogateState.SILENT);
        assertThat(stored()).containsExactly(0L, 1L, 2L, 3L, 4L);
        CompletableFuture<CommandOutcome> outcome = command();
        try (Http3Client client = new Http3Client(sessions, port)) {
            assertHasCommand(post(client.confirmed(), Frames.of(new Control.KeepAlive())));
        }
        assertThat(outcome).isNotDone();
    }

    /** Also while it may be a replay: its answer is the channel. */
    @Test
    void aFaultOfAnEarlyDuplexRequestIsToldOnItsAnswer() throws Exception {
        List<byte[]> unused = recordedDuplex(new byte[0], exchange -> {
            assertThat(exchange.status()).isEqualTo(200);
            exchange.send(FORBIDDEN);
            exchange.awaitEnd();
            assertThat(Frames.controls(exchange.body())).anyMatch(Control.ErrorReport.class::isInstance);
        });
    }

    @Test
    void aFaultOfAReplayIsToldOnNoOtherChannel() throws Exception {
        List<byte[]> flight = recordedDuplex(FORBIDDEN, Http3Exchange::isWhole);
        try (Http3Client client = new Http3Client(sessions, port)) {
            Http3Exchange channel = reverse(client);
            long faults = statistics().faults();

            replayUntil(flight, () -> statistics().faults() > faults);

            CompletableFuture<CommandOutcome> outcome = command();
            awaitCommand(channel);
            assertThat(Frames.controls(channel.body())).noneMatch(Control.ErrorReport.class::isInstance);
            assertThat(outcome).isNotDone();
        }
    }

    @Test
    void aReplayedEndOfAPathEndsNone() throws Exception {
        List<byte[]> flight = recordedData("wifi", new Control.PathEnd(0));
        try (Http3Client client = new Http3Client(sessions, port)) {
            Http3Exchange other = reverse(client, PATH, "lte");
            Http3Exchange channel = reverse(client, PATH, "wifi");
            replay(flight);

            send(client, "wifi", 5, 6);
            CompletableFuture<CommandOutcome> outcome = command();

            awaitCommand(channel);
            assertThat(Frames.controls(other.body())).noneMatch(Control.Command.class::isInstance);
            assertThat(outcome).isNotDone();
        }
    }

    /** The MBU has left the path: its last reverse channel there may be dead. */
    @Test
    void aReplayMakesNoPathOneInUse() throws Exception {
        List<byte[]> flight = recordedData("wifi", new Control.KeepAlive());
        try (Http3Client client = new Http3Client(sessions, port)) {
            Http3Exchange channel = reverse(client, PATH, "lte");
            Http3Exchange left = reverse(client, PATH, "wifi");
            clock.pass(Duration.ofSeconds(3));
            send(client, "lte", 5, 6);
            replay(flight);

            CompletableFuture<CommandOutcome> outcome = command();

            awaitCommand(channel);
            assertThat(Frames.controls(left.body())).noneMatch(Control.Command.class::isInstance);
            assertThat(outcome).isNotDone();
        }
    }
}
