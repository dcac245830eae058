package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.banip.surrogate.SurrogateHostBuilder;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.endpoint.TokenViewers;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.client.SurrogateDirectory;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.registration.LookupSource;
import org.banip.surrogate.jini.registration.Registrations;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.RemoteSubscriber;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.service.EndedSurrogate;
import org.banip.surrogate.jini.service.Rights;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.subscription.SubscriptionSettings;
import org.banip.surrogate.jini.subscription.Subscriptions;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** BANs that have ended before a subscriber to what is stored found them. */
@Timeout(180)
class EndedSessionsTest {
    private static final SubscriptionSettings PATIENT =
            SubscriptionSettings.DEFAULT.withTimes(Duration.ofMinutes(5), Duration.ofMinutes(5));

    @TempDir
    private Path directory;

    private final List<Long> sequences = new CopyOnWriteArrayList<>();
    private final List<Disappearance> ends = new CopyOnWriteArrayList<>();

    /** Everything, from where it has got. */
    private final class Interest extends FollowingInterest {
        Interest(StartPoint first) {
            super(first);
        }

        @Override
        public void delivered(SensorData data) {
            sequences.add(data.header().sequence());
        }

        @Override
        public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
            ends.add(reason);
        }
    }

    private RunningHost start() {
        return JiniTestHost.start(directory.resolve("store.db"), Optional.empty(), Map.of());
    }

    private static LookupDirectory lookup(RunningHost host) {
        return new LookupDirectory(JiniTestHost.lookup(host.host()), Transport.loopback());
    }

    private BanSubscriber follow(SurrogateDirectory from) throws Exception {
        return follow(from, StartPoint.beginning());
    }

    private BanSubscriber follow(SurrogateDirectory from, StartPoint first) throws Exception {
        return BanSubscriber.builder(from, Transport.loopback(), new Interest(first))
                .withEnded()
                .start();
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static TestMbu sent(RunningHost host, long packets) throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        mbu.send(0, packets);
        return mbu;
    }

    @Test
    void banThatEndedBeforeItWasFoundIsReadFromItsBeginning() throws Exception {
        try (RunningHost host = start()) {
            sent(host, 100).delete();
            LookupDirectory lookup = lookup(host);
            await().untilAsserted(() -> assertThat(lookup.surrogates()).isEmpty());
            BanSubscriber late = follow(lookup);
            try {
                await().untilAsserted(() -> assertThat(ends).containsExactly(Disappearance.DEREGISTERED));
                assertThat(sequences).containsExactlyElementsOf(numbers(0, 100));
            } finally {
                late.close();
            }
        }
    }

    /** Notes how often the BAN was seen among those that have ended. */
    private record Counting(SurrogateDirectory real, AtomicInteger seen) implements SurrogateDirectory {
        @Override
        public List<ListedSurrogate> surrogates() throws IOException, InterruptedException {
            return real.surrogates();
        }

        @Override
        public List<ListedSurrogate> ended() throws IOException, InterruptedException {
            List<ListedSurrogate> all = real.ended();
            seen.addAndGet(all.size());
            return all;
        }
    }

    @Test
    void banThatWasFollowedToItsEndIsNotReadAgain() throws Exception {
        try (RunningHost host = start()) {
            Counting lookup = new Counting(lookup(host), new AtomicInteger());
            BanSubscriber subscriber = follow(lookup);
            try {
                TestMbu mbu = sent(host, 10);
                await().untilAsserted(() -> assertThat(sequences).hasSize(10));
                mbu.delete();
                await().untilAsserted(() -> assertThat(ends).hasSize(1));
                int before = lookup.seen().get();
                await().untilAsserted(() -> assertThat(lookup.seen()).hasValueGreaterThan(before + 3));
                assertThat(ends).containsExactly(Disappearance.DEREGISTERED);
                assertThat(sequences).hasSize(10);
            } finally {
                subscriber.close();
            }
        }
    }

    /** Its MBU does not come back, so that only the store of the host has the rest. */
    @Test
    void restOfASessionIsReadAlsoAfterARestartOfTheHost() throws Exception {
        try (RunningHost host = start()) {
            TestMbu mbu = sent(host, 100);
            BanSubscriber subscriber = follow(lookup(host));
            try {
                await().untilAsserted(() -> assertThat(sequences).containsExactlyElementsOf(numbers(0, 100)));
            } finally {
                subscriber.close();
            }
            mbu.send(100, 200);
        }
        assertThat(ends).isEmpty();
        try (RunningHost host = JiniTestHost.start(
                directory.resolve("store.db"), Optional.empty(), Map.of(), EndedSessionsTest::hasty)) {
            BanSubscriber again = follow(lookup(host), StartPoint.at(List.of(100L, 0L)));
            try {
                await().untilAsserted(() -> assertThat(ends).containsExactly(Disappearance.EXPIRED));
                assertThat(sequences).containsExactlyElementsOf(numbers(0, 200));
            } finally {
                again.close();
            }
        }
    }

    /** Takes a session as ended when nothing came of it for a tenth of a second. */
    private static void hasty(SurrogateHostBuilder host) {
        host.liveness(new LivenessSettings(Duration.ofMillis(50), 1, Duration.ofMillis(50)));
    }

    @Test
    void sessionWhoseLastDataAreTooOldIsNotOfferedAfterARestart() throws Exception {
        try (RunningHost host = start()) {
            sent(host, 10).delete();
        }
        AtomicReference<ExtensionContext> context = new AtomicReference<>();
        try (RunningHost host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")), builder -> builder.extension(keeping(context)))) {
            assertThat(host.host().surrogates()).isEmpty();
            assertThat(context.get().stored(Instant.now().minus(Duration.ofHours(1)), 10))
                    .hasSize(1)
                    .allSatisfy(stored -> assertThat(
                                    stored.statistics().groups().get(0).receivedSequence())
                            .isEqualTo(10));
            assertThat(context.get().stored(Instant.now().plus(Duration.ofHours(1)), 10))
                    .isEmpty();
            assertThat(context.get().stored(Instant.EPOCH, 0)).isEmpty();
        }
    }

    @Test
    void sessionThatGoesOnIsNoLongerOneThatHasEnded() throws Exception {
        try (RunningHost host = start()) {
            LookupDirectory lookup = lookup(host);
            TestMbu mbu = sent(host, 10);
            mbu.delete();
            await().untilAsserted(() -> assertThat(lookup.ended()).hasSize(1));
            mbu.register();
            await().untilAsserted(() -> {
                assertThat(lookup.surrogates()).hasSize(1);
                assertThat(lookup.ended()).isEmpty();
            });
        }
    }

    /** As if the lookup service were away meanwhile. */
    @Test
    void secondLifeThatNobodySawIsReadAfterTheFirstWasFollowedToItsEnd() throws Exception {
        try (RunningHost host = start()) {
            LookupDirectory real = lookup(host);
            AtomicBoolean away = new AtomicBoolean();
            AtomicInteger asked = new AtomicInteger();
            SurrogateDirectory breaking = new SurrogateDirectory() {
                @Override
                public List<ListedSurrogate> surrogates() throws IOException {
                    asked.incrementAndGet();
                    if (away.get()) {
                        throw new IOException("away");
                    }
                    return real.surrogates();
                }

                @Override
                public List<ListedSurrogate> ended() throws IOException {
                    return real.ended();
                }
            };
            BanSubscriber subscriber = follow(breaking);
            try {
                TestMbu mbu = sent(host, 10);
                await().untilAsserted(() -> assertThat(sequences).hasSize(10));
                mbu.delete();
                await().untilAsserted(() -> assertThat(ends).hasSize(1));
                away.set(true);
                int before = asked.get();
                await().untilAsserted(() -> assertThat(asked).hasValueGreaterThan(before + 1));
                mbu.register();
                mbu.send(10, 20);
                mbu.delete();
                LookupDirectory other = lookup(host);
                await().untilAsserted(() -> assertThat(other.ended()).hasSize(1));
                away.set(false);
                await().untilAsserted(() -> assertThat(ends).hasSize(2));
                assertThat(sequences).containsExactlyElementsOf(numbers(0, 20));
            } finally {
                subscriber.close();
            }
        }
    }

    @Test
    void onePersistsWhileSomebodyReadsIt() throws Exception {
        AtomicReference<ExtensionContext> context = new AtomicReference<>();
        CountDownLatch read = new CountDownLatch(1);
        try (Transport transport = Transport.loopback();
                RunningHost host = RunningHost.over(
                        JdbcStore.open(directory.resolve("store.db")), builder -> builder.extension(keeping(context)));
                LookupService lookup = LookupService.start(
                        new LookupSettings(transport, 0, List.of("banip"), Duration.ofSeconds(30), 0));
                RemoteObjects objects = RemoteObjects.listen(transport);
                Registrations registrations = new Registrations(
                        List.of(LookupSource.inside("inside", lookup::registrar)),
                        Duration.ofSeconds(30),
                        transport.deadlines());
                Subscriptions subscriptions = new Subscriptions(context.get(), PATIENT, transport)) {
            Rights rights = new Rights(Optional.of(new TokenViewers(Optional.empty())), Optional.empty());
            Exports exports = new Exports(rights, subscriptions, objects, registrations);
            ServiceAttributes attributes = new ServiceAttributes("ward", Duration.ofSeconds(30), false);
            SurrogateDescription first = describe(sent(host, 10));
            SurrogateDescription second = describe(sent(host, 10));
            try (EndedSessions ended = new EndedSessions(exports, attributes, 2, Duration.ofSeconds(4));
                    LookupClient client = LookupClient.find(new LookupAddress("127.0.0.1", lookup.port()), transport)) {
                RemoteSubscriber slow = batch -> {
                    try {
                        Patience.await(read);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
                SubscriberReference reference = new SubscriberReference(objects.export(slow));
                SubscriptionTerms terms = SubscriptionTerms.of(StartPoint.beginning(), 1 << 20);
                awaitOffered(
                        ended, first, client, found -> found.surrogate().subscribe(AccessToken.NONE, reference, terms));
                awaitOffered(ended, second, client, found -> {});
                await().untilAsserted(() -> assertThat(sessions(client)).doesNotContain(id(second)));
                assertThat(sessions(client)).containsExactly(id(first));

                read.countDown();

                await().untilAsserted(() -> assertThat(sessions(client)).isEmpty());
            }
        }
    }

    /** Meets a session that has ended. Adds it again if its time passes before, as it may on a busy machine. */
    private static void awaitOffered(
            EndedSessions ended, SurrogateDescription session, LookupClient client, Meeting meeting) {
        await().pollInterval(Duration.ofMillis(500)).ignoreExceptions().until(() -> {
            for (FoundSurrogate found : client.ended()) {
                if (found.session().equals(id(session))) {
                    meeting.with(found);
                    return true;
                }
            }
            add(ended, session);
            return false;
        });
    }

    /** What is done with a session that has ended. */
    private interface Meeting {
        void with(FoundSurrogate found) throws IOException;
    }

    private static HostExtension keeping(AtomicReference<ExtensionContext> context) {
        return new HostExtension() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public void start(ExtensionContext host) {
                context.set(host);
            }

            @Override
            public void stop() {}
        };
    }

    private static SurrogateDescription describe(TestMbu mbu) {
        return new SurrogateDescription(mbu.session(), TestMbu.BAN, "standard", 1);
    }

    private static void add(EndedSessions ended, SurrogateDescription of) {
        ended.add(
                new EndedSurrogate(of, new SurrogateStatistics(0, 0, 0, 0, 0, 0, 0, List.of())), Disappearance.EXPIRED);
    }

    private static String id(SurrogateDescription of) {
        return of.session().toString();
    }

    private static List<String> sessions(LookupClient client) {
        return client.ended().stream().map(FoundSurrogate::session).toList();
    }
}
