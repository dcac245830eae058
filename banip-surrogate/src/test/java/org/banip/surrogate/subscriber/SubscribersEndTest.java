package org.banip.surrogate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How all subscribers end together. */
@Timeout(120)
class SubscribersEndTest {
    private static final SurrogateDescription SURROGATE = new SurrogateDescription(
            UUID.randomUUID(),
            new BanDescription(
                    "ban-17",
                    List.of(SensorGroup.live(
                            "ecg",
                            Frequency.ofHz(360),
                            List.of(Channel.ofGain("MLII", "mV", 11, 0, 2047, 200, 1024))))),
            "standard",
            1);

    /** Stays in its listener until the other subscription's thread has ended. */
    private static final class Slow implements SurrogateListener {
        private final CountDownLatch otherBegan = new CountDownLatch(1);
        private final AtomicBoolean sawTheOtherEnd = new AtomicBoolean();

        @Override
        public void appeared(SurrogateDescription surrogate) {
            try {
                otherBegan.await();
                for (Thread each : Thread.getAllStackTraces().keySet()) { // those that live
                    if (each.getName().equals("banip-subscriber-quick")) {
                        each.join();
                    }
                }
                sawTheOtherEnd.set(true);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void delivered(SensorData data) {}
    }

    @Test
    void slowSubscriberDoesNotDelayTheEndOfTheOthers() throws Exception {
        Subscribers subscribers = new Subscribers();
        subscribers.appear(SURROGATE);
        Slow slow = new Slow();
        subscribers.subscribe("slow", Optional.empty(), 1 << 20, slow);
        CountDownLatch quickBegan = new CountDownLatch(1);
        subscribers.subscribe("quick", Optional.empty(), 1 << 20, new SurrogateListener() {
            @Override
            public void appeared(SurrogateDescription surrogate) {
                quickBegan.countDown();
            }

            @Override
            public void delivered(SensorData data) {}
        });
        quickBegan.await();
        slow.otherBegan.countDown();

        subscribers.close();

        assertThat(slow.sawTheOtherEnd).isTrue();
    }
}
