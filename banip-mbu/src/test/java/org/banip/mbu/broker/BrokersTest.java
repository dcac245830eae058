package org.banip.mbu.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.testing.ReservedPort;
import org.banip.mbu.settings.FailoverSettings;
import org.banip.mbu.spi.BrokerSource;
import org.banip.mbu.spi.BrokerSource.Broker;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.testhost.SilentPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The choice between brokers, which here are ports that accept connections, refuse them or are silent. */
@Timeout(120)
class BrokersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final Duration NO_TIME = Duration.ZERO;

    private final SteadyClock clock = SteadyClock.system();
    private final List<URI> chosen = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private Brokers brokers = Brokers.fixed(URI.create("http://127.0.0.1/"), clock);

    @AfterEach
    void close() throws Exception {
        brokers.close();
        for (AutoCloseable each : open) {
            each.close();
        }
        await("no thread is left")
                .atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(
                                thread -> thread.isAlive() && thread.getName().startsWith("banip-brokers-test")));
    }

    private ServerSocket listening(int port) throws IOException {
        ServerSocket server = new ServerSocket(port, 50, HERE);
        open.add(server);
        return server;
    }

    private static URI uri(int port) {
        return URI.create("http://127.0.0.1:" + port + "/");
    }

    private static URI uri(ServerSocket server) {
        return uri(server.getLocalPort());
    }

    private static FailoverSettings settings(Duration returnAfter) {
        return new FailoverSettings(
                Duration.ofSeconds(10),
                NO_TIME,
                Duration.ofMillis(20),
                Duration.ofSeconds(1),
                Duration.ofMillis(100),
                returnAfter);
    }

    private void start(BrokerSource source, FailoverSettings settings) {
        brokers = Brokers.of(source, settings, base -> base, new Random(1), clock, "test");
        brokers.start(
                new Brokers.Listener() {
                    @Override
                    public void moving(Chosen to) {}

                    @Override
                    public void moved(Optional<URI> from, Chosen to, String reason) {
                        chosen.add(to.base());
                    }

                    @Override
                    public void looked(String news) {}
                },
                () -> List.of(Optional.empty()),
                Duration.ofSeconds(5));
    }

    private Chosen awaitChosen(URI base) {
        await("choice of " + base)
                .atMost(PATIENCE)
                .until(() ->
                        brokers.chosen().filter(now -> now.base().equals(base)).isPresent());
        return brokers.chosen().get();
    }

    /** The listener is told after the choice counts. */
    private void assertChosenInTurn(URI... bases) {
        await("choices").atMost(PATIENCE).untilAsserted(() -> assertThat(chosen).containsExactly(bases));
    }

    @Test
    void theFirstOneThatCanBeReachedIsUsed() throws Exception {
        ServerSocket gone = listening(0);
        gone.close();
        ServerSocket first = listening(0);
        ServerSocket second = listening(0);
        start(BrokerSource.of(List.of(uri(gone), uri(first), uri(second))), settings(NO_TIME));
        awaitChosen(uri(first));
    }

    @Test
    void aBrokerThatIsSilentLosesTheRace() throws Exception {
        SilentPort silent = SilentPort.at(HERE, 0);
        open.add(silent);
        ServerSocket other = listening(0);
        FailoverSettings hasty = new FailoverSettings(
                Duration.ofMillis(10), NO_TIME, Duration.ofMillis(20), Duration.ofSeconds(1), PATIENCE, NO_TIME);
        start(BrokerSource.of(List.of(uri(silent.port()), uri(other))), hasty);
        awaitChosen(uri(other));
    }

    @Test
    void aHigherPriorityNumberWaitsForTheLowerOnes() throws Exception {
        ServerSocket backup = listening(0);
        ServerSocket gone = listening(0);
        gone.close();
        ServerSocket first = listening(0);
        start(
                () -> List.of(
                        new Broker(uri(backup), 2, 0), new Broker(uri(first), 1, 0), new Broker(uri(gone), 1, 65_535)),
                settings(NO_TIME));
        Chosen now = awaitChosen(uri(first));

        first.close();
        brokers.failed(now, clock.epochNanos(), "it has ended");
        awaitChosen(uri(backup));
    }

    @Test
    void aBrokerThatAnswersOnAnotherLinkIsNotLeft() throws Exception {
        ServerSocket first = listening(0);
        ServerSocket second = listening(0);
        start(BrokerSource.of(List.of(uri(first), uri(second))), settings(NO_TIME));
        Chosen now = awaitChosen(uri(first));

        brokers.connected(1, now, true);
        brokers.failed(now, clock.epochNanos(), "this path is dead");
        assertThat(brokers.chosen()).contains(now);
        brokers.connected(1, now, false);
        assertThat(brokers.chosen()).contains(now);
        brokers.failed(now, clock.epochNanos(), "all are dead");
        awaitChosen(uri(second));
    }

    @Test
    void whatIsSaidOfAFormerBrokerDoesNotCount() throws Exception {
        ServerSocket first = listening(0);
        ServerSocket second = listening(0);
        start(BrokerSource.of(List.of(uri(first), uri(second))), settings(NO_TIME));
        Chosen former = awaitChosen(uri(first));
        brokers.failed(former, clock.epochNanos(), "it has ended");
        Chosen now = awaitChosen(uri(second));
        brokers.failed(former, clock.epochNanos(), "late news");
        assertThat(brokers.refused(former, "late news")).isTrue();
        assertThat(brokers.chosen()).contains(now);
    }

    @Test
    void itReturnsToThePreferredOneWhenThatIsBack() throws Exception {
        ReservedPort port = new ReservedPort();
        open.add(port);
        ServerSocket first = listening(port.number());
        ServerSocket second = listening(0);
        start(BrokerSource.of(List.of(uri(first), uri(second))), settings(Duration.ofMillis(200)));
        Chosen before = awaitChosen(uri(first));
        first.close();
        brokers.failed(before, clock.epochNanos(), "it has ended");
        awaitChosen(uri(second));

        listening(port.number());
        Chosen after = awaitChosen(uri(first));
        assertThat(after.number()).isEqualTo(2);
        assertChosenInTurn(uri(first), uri(second), uri(first));
    }

    @Test
    void withoutATimeItNeverReturns() throws Exception {
        ServerSocket first = listening(0);
        ServerSocket second = listening(0);
        start(BrokerSource.of(List.of(uri(first), uri(second))), settings(NO_TIME));
        brokers.failed(awaitChosen(uri(first)), clock.epochNanos(), "it was slow");
        Chosen now = awaitChosen(uri(second));
        brokers.works(now);
        second.close();
        brokers.failed(now, clock.epochNanos(), "it has ended");
        awaitChosen(uri(first));
        assertChosenInTurn(uri(first), uri(second), uri(first));
    }

    @Test
    void onlyIfAllHaveRefusedTheMbuIsToldSo() throws Exception {
        ServerSocket first = listening(0);
        ServerSocket second = listening(0);
        FailoverSettings patient = new FailoverSettings(
                Duration.ofSeconds(10), NO_TIME, Duration.ofMillis(20), Duration.ofHours(1), PATIENCE, NO_TIME);
        start(BrokerSource.of(List.of(uri(first), uri(second))), patient);
        assertThat(brokers.refused(awaitChosen(uri(first)), "wrong password")).isTrue();
        assertThat(brokers.refused(awaitChosen(uri(second)), "wrong password")).isFalse();
    }

    /** The password may be right again: the broker is looked for, and the MBU returns. */
    @Test
    void aRefusalCountsForSomeTimeOnly() throws Exception {
        ServerSocket first = listening(0);
        ServerSocket second = listening(0);
        start(BrokerSource.of(List.of(uri(first), uri(second))), settings(Duration.ofMillis(200)));
        assertThat(brokers.refused(awaitChosen(uri(first)), "wrong password")).isTrue();
        assertChosenInTurn(uri(first), uri(second), uri(first));
    }

    @Test
    void anOldRefusalDoesNotMakeTheMbuFail() {
        FailoverSettings settings = settings(NO_TIME);
        Candidate candidate = new Candidate(uri(1), 0, 0);
        assertThat(candidate.isRefused(0)).isFalse();
        candidate.refused(5, settings);
        assertThat(candidate.isRefused(5)).isTrue();
        assertThat(candidate.isRefused(5 + settings.avoidAtMost().toNanos())).isFalse();
        candidate.refused(5, settings);
        candidate.works();
        assertThat(candidate.isRefused(5)).isFalse();
    }

    @Test
    void aSourceIsAskedAgainUntilItKnowsABroker() throws Exception {
        ServerSocket late = listening(0);
        int[] asked = new int[1];
        start(
                () -> {
                    if (asked[0]++ == 0) {
                        throw new IOException("the server for names does not answer");
                    }
                    return List.of(new Broker(uri(late), 0, 0));
                },
                settings(NO_TIME));
        await("why").atMost(PATIENCE).until(() -> brokers.problem().contains("does not answer"));
        awaitChosen(uri(late));
    }
}
