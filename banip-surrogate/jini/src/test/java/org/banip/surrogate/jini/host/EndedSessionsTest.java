package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.endpoint.TokenViewers;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.client.SurrogateDirectory;
import org.banip.surrogate.jini.client.SurrogateInterest;
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
    @TempDir
    private Path directory;

    private final List<Long> sequences = new CopyOnWriteArrayList<>();
    private final List<Disappearance> ends = new CopyOnWriteArrayList<>();

    /** Everything, from where it has got. */
    private final class Interest implements SurrogateInterest, SurrogateListener {
        @Override
        public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
            return processed.map(StartPoint::at).orElse(StartPoint.beginning());
        }

        @Override
        public SurrogateListener listener(SurrogateDescription surrogate) {
            return this;
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
        return BanSubscriber.builder(from, Transport.loopback(), new Interest())
                .withEnded()
                .start();
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
                assertThat(sequences)
                        .containsExactlyElementsOf(
                                LongStream.range(0, 100).boxed().toList());
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
                await().untilAsserted(() -> assertThat(lookup.seen()).hasValueGreaterThan(3));
                assertThat(ends).containsExactly(Disappearance.DEREGISTERED);
                assertThat(sequences).hasSize(10);
            } finally {
                subscriber.close();
            }
        }
    }

    @Test
    void onePersistsWhileSomebodyReadsIt() throws Exception {
        AtomicReference<ExtensionContext> context = new AtomicReference<>();
        HostExtension extension = new HostExtension() {
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
        CountDownLatch read = new CountDownLatch(1);
        try (RunningHost host = RunningHost.over(
                        JdbcStore.open(directory.resolve("store.db")), builder -> builder.extension(extension));
                LookupService lookup = LookupService.start(
                        new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofSeconds(30), 0));
                RemoteObjects objects = RemoteObjects.listen(Transport.loopback());
                Registrations registrations = new Registrations(
                        List.of(LookupSource.inside("inside", lookup::registrar)), Duration.ofSeconds(30));
                Subscriptions subscriptions = new Subscriptions(
                        context.get(),
                        SubscriptionSettings.DEFAULT,
                        Transport.loopback().client())) {
            Rights rights = new Rights(Optional.of(new TokenViewers(Optional.empty())), Optional.empty());
            Exports exports = new Exports(rights, subscriptions, objects, registrations);
            SurrogateDescription first = describe(sent(host, 10));
            SurrogateDescription second = describe(sent(host, 10));
            try (EndedSessions ended = new EndedSessions(exports, 2, Duration.ofSeconds(2));
                    LookupClient client =
                            LookupClient.find(new LookupAddress("127.0.0.1", lookup.port()), Transport.loopback())) {
                add(ended, first);
                await().untilAsserted(() -> assertThat(sessions(client)).containsExactly(id(first)));
                RemoteSubscriber slow = batch -> {
                    try {
                        Patience.await(read);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
                client.ended()
                        .get(0)
                        .surrogate()
                        .subscribe(
                                AccessToken.NONE,
                                new SubscriberReference(objects.export(slow)),
                                SubscriptionTerms.of(StartPoint.beginning(), 1 << 20));
                add(ended, second);
                await().untilAsserted(() -> assertThat(sessions(client)).contains(id(second)));
                await().untilAsserted(() -> assertThat(sessions(client)).doesNotContain(id(second)));
                assertThat(sessions(client)).containsExactly(id(first));

                read.countDown();

                await().untilAsserted(() -> assertThat(sessions(client)).isEmpty());
            }
        }
    }

    private static SurrogateDescription describe(TestMbu mbu) {
        return new SurrogateDescription(mbu.session(), TestMbu.BAN, "standard", 1);
    }

    private static void add(EndedSessions ended, SurrogateDescription of) {
        ended.add(
                new EndedSurrogate(of, new SurrogateStatistics(0, 0, 0, 0, 0, 0, 0, List.of())),
                Disappearance.EXPIRED,
                ServiceLives.attributes(of, "ward", Duration.ofSeconds(30), false));
    }

    private static String id(SurrogateDescription of) {
        return of.session().toString();
    }

    private static List<String> sessions(LookupClient client) {
        return client.ended().stream().map(FoundSurrogate::session).toList();
    }
}
