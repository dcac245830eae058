package org.banip.surrogate.jini.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an interest throws, and what a directory throws that nobody expects. */
@Timeout(120)
class ThrowingInterestTest {
    /** Throws in every call on the thread that looks for BANs, and for one BAN. */
    private static class Throwing implements SurrogateInterest {
        final AtomicInteger calls = new AtomicInteger();
        final CountDownLatch failed = new CountDownLatch(1);
        final AtomicReference<Error> stopped = new AtomicReference<>();

        private void fail() {
            calls.incrementAndGet();
            throw new IllegalStateException("on purpose");
        }

        @Override
        public boolean wants(ListedSurrogate surrogate) {
            if (surrogate.ban().equals("bad")) {
                fail();
            }
            return true;
        }

        @Override
        public void failed(ListedSurrogate surrogate, Exception why) {
            failed.countDown();
        }

        @Override
        public void forgotten(UUID session) {
            fail();
        }

        @Override
        public void directoryIsAway(String why) {
            fail();
        }

        @Override
        public void directoryIsBack() {
            fail();
        }

        @Override
        public void stopped(Error why) {
            stopped.set(why);
        }

        @Override
        public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
            return StartPoint.beginning();
        }

        @Override
        public SurrogateListener listener(SurrogateDescription surrogate) {
            return new SurrogateListener() {
                @Override
                public void delivered(SensorData data) {}
            };
        }
    }

    /** Nobody is there, which the interest hears as a failure. */
    private static ListedSurrogate listed(String ban) {
        return new ListedSurrogate(
                UUID.randomUUID(), ban, "ward-3", 1, new ObjectAddress("127.0.0.1", 1, UUID.randomUUID()));
    }

    private static BanSubscriber follow(SurrogateDirectory directory, SurrogateInterest interest) throws Exception {
        return BanSubscriber.builder(directory, Transport.loopback(), interest)
                .interval(Duration.ofMillis(20))
                .start();
    }

    @Test
    void otherBansAreStillFollowed() throws Exception {
        Throwing interest = new Throwing();
        AtomicInteger asked = new AtomicInteger();
        ListedSurrogate bad = listed("bad");
        ListedSurrogate early = listed("early");
        ListedSurrogate late = listed("late");
        BanSubscriber subscriber = follow(
                () -> switch (asked.incrementAndGet()) {
                    case 1 -> throw new IOException("away");
                    case 2 -> List.of(early, bad);
                    case 3 -> List.of(); // it is forgotten then, because nothing was heard of it
                    default -> asked.get() < 20 ? List.of() : List.of(bad, late);
                },
                interest);
        try {
            Patience.await(interest.failed);
            await().untilAsserted(() -> assertThat(asked).hasValueGreaterThan(25));
            assertThat(interest.calls).hasValueGreaterThan(3);
            assertThat(interest.stopped).hasNullValue();
        } finally {
            subscriber.close();
        }
    }

    @Test
    void errorOfTheJvmIsToldBecauseNothingIsFollowedAnyMore() throws Exception {
        Throwing interest = new Throwing();
        Error error = new OutOfMemoryError("on purpose");
        BanSubscriber subscriber = follow(
                () -> {
                    throw error;
                },
                interest);
        try {
            await().untilAsserted(() -> assertThat(interest.stopped).hasValue(error));
            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain("banip-follow"));
        } finally {
            subscriber.close();
        }
    }
}
