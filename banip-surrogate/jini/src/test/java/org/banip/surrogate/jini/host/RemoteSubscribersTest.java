package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.core.ban.Frequency;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.remote.RemoteSubscriber;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.subscription.BatchRule;
import org.banip.surrogate.jini.subscription.SubscriptionCounts;
import org.banip.surrogate.jini.subscription.SubscriptionEnd;
import org.banip.surrogate.jini.subscription.SubscriptionSettings;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subscribers in processes of their own, over real sockets, found through a lookup service. */
@Timeout(300)
class RemoteSubscribersTest {
    private static final SubscriptionSettings PATIENT =
            SubscriptionSettings.DEFAULT.withTimes(Duration.ofMinutes(5), Duration.ofMinutes(5));
    /** A subscriber that was cut off learns it when it renews: after a third of the lease. */
    private static final SubscriptionSettings IMPATIENT =
            SubscriptionSettings.DEFAULT.withTimes(Duration.ofSeconds(30), Duration.ofSeconds(3));

    @TempDir
    private Path directory;

    private LookupService lookup;
    private LookupAddress at;
    private final AtomicReference<JiniHost> jini = new AtomicReference<>();

    @BeforeEach
    void startLookup() {
        lookup = LookupService.start(
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofSeconds(30), 100));
        at = new LookupAddress("127.0.0.1", lookup.port());
    }

    @AfterEach
    void stopLookup() {
        lookup.close();
    }

    private RunningHost start(SubscriptionSettings subscribing) {
        return JiniTestHost.start(directory.resolve("store.db"), at, subscribing, jini);
    }

    private SubscriptionCounts counts() {
        return jini.get().subscribers();
    }

    private static List<String> packets(long from, long to) {
        List<String> lines = new ArrayList<>();
        for (long sequence = from; sequence < to; sequence++) {
            lines.add(SubscriberProcess.line(
                    0, sequence, TestMbu.packet(0, sequence).payload()));
        }
        return lines;
    }

    private static void awaitData(SubscriberProcess subscriber, long from, long to) {
        await().untilAsserted(() -> assertThat(subscriber.data()).containsExactlyElementsOf(packets(from, to)));
    }

    private static void awaitAppeared(SubscriberProcess subscriber) {
        await().untilAsserted(() -> assertThat(subscriber.got()).contains("appeared ban-17"));
    }

    @Test
    void subscribersInOtherProcessesGetEachPacketOnceWhileTheMbuStreams() throws Exception {
        try (RunningHost host = start(PATIENT);
                SubscriberProcess live = new SubscriberProcess(at, "now", false);
                SubscriberProcess stored = new SubscriberProcess(at, "beginning", false)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            awaitAppeared(live);
            awaitAppeared(stored); // a surrogate that is gone cannot be subscribed to
            for (int sequence = 0; sequence < 400; sequence += 10) {
                mbu.send(sequence, sequence + 10);
            }
            mbu.delete();

            awaitData(stored, 0, 400);
            awaitData(live, 0, 400);
            await().untilAsserted(() -> assertThat(live.got()).endsWith("disappeared deregistered"));
            await().untilAsserted(() ->
                    assertThat(counts().ended(SubscriptionEnd.DISAPPEARED)).isEqualTo(2));
            assertThat(live.got().get(0)).isEqualTo("appeared ban-17");
        }
    }

    @Test
    void stoppedSubscriberIsCutOffAndDelaysNobody() throws Exception {
        try (RunningHost host = start(IMPATIENT);
                SubscriberProcess stopped = new SubscriberProcess(at, "beginning", false);
                SubscriberProcess other = new SubscriberProcess(at, "beginning", false)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, 10);
            awaitData(stopped, 0, 10);
            stopped.signal("STOP");
            mbu.send(10, 20);
            awaitData(other, 0, 20);
            await().untilAsserted(() ->
                    assertThat(counts().ended(SubscriptionEnd.CUT_OFF)).isPositive());
            assertThat(jini.get().status())
                    .containsPattern("[1-9] subscriptions? cut off"); // a busy machine may stop the other one
            mbu.send(20, 30);
            awaitData(other, 0, 30);
            await().untilAsserted(() -> assertThat(senders()).hasSize(1));

            stopped.signal("CONT");

            awaitData(stopped, 0, 30);
        }
    }

    private static List<String> senders() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("banip-jini-subscriber-"))
                .toList();
    }

    @Test
    void killedSubscriberGoesOnFromItsPosition() throws Exception {
        try (RunningHost host = start(IMPATIENT)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, 10);
            long got;
            try (SubscriberProcess killed = new SubscriberProcess(at, "beginning", false)) {
                awaitData(killed, 0, 10);
                killed.signal("KILL");
                got = killed.data().size();
            }
            mbu.send(10, 20);
            await().untilAsserted(() -> assertThat(counts().open()).isZero());

            try (SubscriberProcess back = new SubscriberProcess(at, got + ",0", false)) {
                awaitData(back, got, 20);
            }
        }
    }

    @Test
    void subscribersGoOnWithAHostThatWasRestarted() throws Exception {
        try (SubscriberProcess subscriber = new SubscriberProcess(at, "beginning", false)) {
            TestMbu mbu;
            try (RunningHost host = start(PATIENT)) {
                mbu = new TestMbu(host.base());
                mbu.register();
                mbu.send(0, 10);
                awaitData(subscriber, 0, 10);
            }
            await().untilAsserted(() -> assertThat(subscriber.got()).endsWith("disappeared host-stopped"));
            try (RunningHost host = start(PATIENT)) {
                TestMbu again = mbu.at(host.base());
                again.register();
                again.send(10, 20);
                awaitData(subscriber, 0, 20);
            }
        }
    }

    @Test
    void liveSubscriberIsToldWhatItsQueueHadNoRoomFor() throws Exception {
        SubscriptionSettings narrow = PATIENT.withQueueBytes(
                        TestMbu.packet(0, 0).payload().length)
                .with(new BatchRule(1, 2, 1 << 20, Duration.ZERO));
        try (RunningHost host = start(narrow);
                SubscriberProcess slow = new SubscriberProcess(at, "now", false)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            awaitAppeared(slow);
            slow.signal("STOP");
            mbu.send(0, 100);
            slow.signal("CONT");

            await().untilAsserted(() -> assertThat(
                            slow.missedUnits() + (long) slow.data().size() * TestMbu.UNITS)
                    .isEqualTo(100L * TestMbu.UNITS));
            assertThat(slow.missedUnits()).isPositive();
        }
    }

    @Test
    void subscriberWhoseListenerThrowsGetsTheRest() throws Exception {
        try (RunningHost host = start(PATIENT);
                SubscriberProcess throwing = new SubscriberProcess(at, "beginning", true)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, 20);
            awaitData(throwing, 0, 20);
            assertThat(counts().ended(SubscriptionEnd.FAILED)).isZero();
        }
    }

    @Test
    void subscribersHearWhatTheSurrogateTells() throws Exception {
        Speaking speaking = new Speaking();
        Reduction slow = new Reduction(List.of(), Optional.of(Frequency.ofHz(30)), false);
        try (RunningHost host = JiniTestHost.start(
                        directory.resolve("store.db"),
                        at,
                        PATIENT,
                        jini,
                        builder -> builder.surrogateType(speaking).alerts(AlertSettings.DEFAULT));
                SubscriberProcess live = new SubscriberProcess(at, "now", false);
                SubscriberProcess stored = new SubscriberProcess(at, "beginning", false);
                SubscriberProcess reduced = new SubscriberProcess(at, "now", false, slow)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            for (SubscriberProcess each : List.of(live, stored, reduced)) {
                awaitAppeared(each);
            }
            String longest = "\u20ac".repeat(SurrogateContext.MOST_TEXT);

            speaking.context().tell("fast-heart begins");
            speaking.context().tell(longest);

            for (SubscriberProcess each : List.of(live, stored, reduced)) {
                await().untilAsserted(() -> assertThat(each.got())
                        .containsExactly("appeared ban-17", "told fast-heart begins", "told " + longest));
            }

            Finding asystole = new Finding("heart", "asystole", Severity.HIGH, true, "ecg", "MLII", 4.5, "s", 98, 100);
            host.host().alerting().orElseThrow().found("ban-17", mbu.session(), "host", false, 7, asystole);
            for (SubscriberProcess each : List.of(live, stored, reduced)) {
                await().untilAsserted(() ->
                        assertThat(each.got()).endsWith("alert !!! HIGH raised: MLII asystole, 4.500 s (heart)"));
            }
        }
    }

    /** Another standard type: the test speaks for the surrogate. */
    private static final class Speaking implements SurrogateProvider {
        private final CompletableFuture<SurrogateContext> active = new CompletableFuture<>();

        SurrogateContext context() {
            return active.join();
        }

        @Override
        public String name() {
            return "standard";
        }

        @Override
        public CompletableFuture<Surrogate> create() {
            return CompletableFuture.completedFuture(new Surrogate() {
                @Override
                public void activate(HostContext host, SurrogateContext context) {
                    active.complete(context);
                }

                @Override
                public void deactivate() {}
            });
        }
    }

    @Test
    void wrongWishesAreRefusedAndTold() throws Exception {
        try (RunningHost host = start(PATIENT);
                RemoteObjects objects = RemoteObjects.listen(Transport.loopback())) {
            new TestMbu(host.base()).register();
            await().untilAsserted(() -> assertThat(JiniTestHost.found(at)).hasSize(1));
            RemoteSurrogate surrogate = JiniTestHost.found(at).get(0).surrogate();
            wrong(
                    surrogate,
                    objects,
                    new String[] {"V6"},
                    "",
                    "no channel 'V6'; the BAN has ecg (360 Hz): 'MLII' 'V5'");
            wrong(surrogate, objects, new String[0], "400", "the rate 400 Hz is not below that of any chosen group");
            wrong(surrogate, objects, new String[0], "soon", "frequency 'soon' is not a number of Hz");
            assertThat(counts().open()).isZero();
        }
    }

    private static void wrong(
            RemoteSurrogate surrogate, RemoteObjects objects, String[] channels, String rate, String said)
            throws IOException {
        SubscriberReference reference = new SubscriberReference(objects.export((RemoteSubscriber) batch -> {}));
        SubscriptionTerms terms = new SubscriptionTerms(false, new long[0], 1 << 20, channels, rate, false);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> surrogate.subscribe(AccessToken.NONE, reference, terms))
                .withMessageContaining(said);
    }

    @Test
    void subscriptionsEndWhenTheyFailOrAreUnsubscribed() throws Exception {
        try (RunningHost host = start(PATIENT.withMost(2, 2));
                RemoteObjects objects = RemoteObjects.listen(Transport.loopback())) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            await().untilAsserted(() -> assertThat(JiniTestHost.found(at)).hasSize(1));
            RemoteSurrogate surrogate = JiniTestHost.found(at).get(0).surrogate();
            RemoteSubscriber taking = batch -> {};
            RemoteSubscriber failing = batch -> {
                throw new IllegalStateException("on purpose");
            };

            subscribe(surrogate, objects, failing);
            await().untilAsserted(() ->
                    assertThat(counts().ended(SubscriptionEnd.FAILED)).isEqualTo(1));

            SubscriptionTicket first = subscribe(surrogate, objects, taking);
            subscribe(surrogate, objects, taking);
            refused(ErrorCode.LIMIT_REACHED, () -> subscribe(surrogate, objects, taking));
            surrogate.unsubscribe(AccessToken.NONE, first.subscription());
            assertThat(counts().ended(SubscriptionEnd.UNSUBSCRIBED)).isEqualTo(1);
            refused(ErrorCode.UNKNOWN_INTERCONNECT, () -> surrogate.renew(AccessToken.NONE, first.subscription()));

            refused(
                    ErrorCode.FORBIDDEN,
                    () -> surrogate.subscribe(
                            AccessToken.NONE,
                            SubscriberReference.of("127.0.0.2", 9, UUID.randomUUID()),
                            SubscriptionTerms.of(StartPoint.now(), 1)));
            refused(
                    ErrorCode.MALFORMED_REQUEST,
                    () -> surrogate.subscribe(
                            AccessToken.NONE,
                            new SubscriberReference(objects.export(taking)),
                            SubscriptionTerms.of(StartPoint.at(List.of(1L, 1L, 1L)), 1)));
        }
    }

    @Test
    void subscriptionEndsWhenItIsNotRenewed() throws Exception {
        SubscriptionSettings shortLease = PATIENT.withTimes(Duration.ofMillis(500), Duration.ofMinutes(5));
        try (RunningHost host = start(shortLease);
                RemoteObjects objects = RemoteObjects.listen(Transport.loopback())) {
            new TestMbu(host.base()).register();
            await().untilAsserted(() -> assertThat(JiniTestHost.found(at)).hasSize(1));

            subscribe(JiniTestHost.found(at).get(0).surrogate(), objects, batch -> {});

            await().untilAsserted(() ->
                    assertThat(counts().ended(SubscriptionEnd.NOT_RENEWED)).isEqualTo(1));
            assertThat(counts().open()).isZero();
        }
    }

    private static SubscriptionTicket subscribe(
            RemoteSurrogate surrogate, RemoteObjects objects, RemoteSubscriber subscriber) throws IOException {
        return surrogate.subscribe(
                AccessToken.NONE,
                new SubscriberReference(objects.export(subscriber)),
                SubscriptionTerms.of(StartPoint.now(), 1 << 20));
    }

    private static void refused(ErrorCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(code));
    }
}
