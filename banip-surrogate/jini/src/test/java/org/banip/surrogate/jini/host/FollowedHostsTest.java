package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.client.SurrogateDirectory;
import org.banip.surrogate.jini.export.RemoteObjects;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which of a session's surrogates a subscriber follows when the clocks of hosts differ. */
@Timeout(300)
class FollowedHostsTest {
    @TempDir
    private Path directory;

    private final List<Long> sequences = new CopyOnWriteArrayList<>();
    private final List<Disappearance> ends = new CopyOnWriteArrayList<>();
    private final List<String> found = new CopyOnWriteArrayList<>();
    private final List<ErrorCode> refusals = new CopyOnWriteArrayList<>();

    private final class Interest extends FollowingInterest {
        @Override
        public void found(ListedSurrogate surrogate) {
            found.add(surrogate.ban() + " at " + surrogate.host());
        }

        @Override
        public void refused(ListedSurrogate surrogate, RefusedException why) {
            refusals.add(why.code());
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

    private static ListedSurrogate activated(ListedSurrogate of, long nanos) {
        return new ListedSurrogate(of.session(), of.ban(), of.host(), nanos, of.at());
    }

    private BanSubscriber follow(SurrogateDirectory from) throws Exception {
        return BanSubscriber.builder(from, Transport.loopback(), new Interest()).start();
    }

    private static List<Long> numbers(long to) {
        return java.util.stream.LongStream.range(0, to).boxed().toList();
    }

    @Test
    void hostThatAnswersIsFollowedWhateverTheClockOfADeadOneSaid() throws Exception {
        try (RunningHost host = JiniTestHost.start(directory.resolve("store.db"), Optional.empty(), Map.of());
                RemoteObjects elsewhere = RemoteObjects.listen(Transport.loopback())) {
            LookupDirectory real = new LookupDirectory(JiniTestHost.lookup(host.host()), Transport.loopback());
            ObjectAddress nobody = new ObjectAddress("127.0.0.1", elsewhere.port(), UUID.randomUUID());
            SurrogateDirectory both = () -> {
                List<ListedSurrogate> all = new ArrayList<>();
                for (ListedSurrogate each : real.surrogates()) {
                    all.add(each);
                    all.add(new ListedSurrogate(each.session(), each.ban(), "dead", Long.MAX_VALUE, nobody));
                }
                return all;
            };
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, 10);
            BanSubscriber subscriber = follow(both);
            try {
                await().untilAsserted(() -> assertThat(sequences).containsExactlyElementsOf(numbers(10)));
            } finally {
                subscriber.close();
            }
        }
    }

    private static ListedSurrogate listed(RunningHost host) throws Exception {
        LookupDirectory lookup = new LookupDirectory(JiniTestHost.lookup(host.host()), Transport.loopback());
        return await().until(lookup::surrogates, all -> !all.isEmpty()).get(0);
    }

    @Test
    void refusalIsToldOnlyIfNoHostAccepts() throws Exception {
        RunningHost strict = JiniTestHost.start(
                directory.resolve("strict.db"), Optional.of("0123456789abcdef0123456789abcdef"), Map.of());
        try (RunningHost open = JiniTestHost.start(directory.resolve("store.db"), Optional.empty(), Map.of())) {
            new TestMbu(strict.base()).register();
            ListedSurrogate refusing = listed(strict);
            TestMbu mbu = new TestMbu(open.base());
            mbu.register();
            mbu.send(0, 10);
            ListedSurrogate accepts = listed(open);
            ListedSurrogate refuses =
                    new ListedSurrogate(accepts.session(), "", "strict", Long.MAX_VALUE, refusing.at());
            ListedSurrogate nameless =
                    new ListedSurrogate(accepts.session(), "", "open", accepts.activatedNanos(), accepts.at());
            BanSubscriber both = follow(() -> List.of(refuses, nameless));
            try {
                await().untilAsserted(() -> assertThat(sequences).containsExactlyElementsOf(numbers(10)));
                assertThat(found).containsExactly("ban-17 at open");
                assertThat(refusals).isEmpty();
            } finally {
                both.close();
            }
            BanSubscriber one = follow(() -> List.of(refuses));
            try {
                await().untilAsserted(() -> assertThat(refusals).containsExactly(ErrorCode.UNAUTHENTICATED));
                assertThat(found).hasSize(1);
            } finally {
                one.close();
                strict.server().close();
                strict.host().close();
            }
        }
    }

    @Test
    void nextSurrogateIsFollowedAlsoIfItsHostsClockIsBehind() throws Exception {
        AtomicReference<SurrogateDirectory> real = new AtomicReference<>();
        AtomicLong clock = new AtomicLong(1000);
        SurrogateDirectory behind = () -> real.get().surrogates().stream()
                .map(each -> activated(each, clock.get()))
                .toList();
        RunningHost first = JiniTestHost.start(directory.resolve("store.db"), Optional.empty(), Map.of());
        real.set(new LookupDirectory(JiniTestHost.lookup(first.host()), Transport.loopback()));
        TestMbu mbu = new TestMbu(first.base());
        mbu.register();
        mbu.send(0, 10);
        BanSubscriber subscriber = follow(behind);
        try {
            await().untilAsserted(() -> assertThat(sequences).containsExactlyElementsOf(numbers(10)));
        } finally {
            first.server().close();
            first.host().close();
        }
        try (RunningHost host = JiniTestHost.start(directory.resolve("store.db"), Optional.empty(), Map.of());
                subscriber) {
            await().untilAsserted(() -> assertThat(ends).containsExactly(Disappearance.HOST_STOPPED));
            clock.set(500);
            real.set(new LookupDirectory(JiniTestHost.lookup(host.host()), Transport.loopback()));
            TestMbu again = mbu.at(host.base());
            again.register();
            again.send(10, 20);
            await().untilAsserted(() -> assertThat(sequences).containsExactlyElementsOf(numbers(20)));
        }
    }
}
