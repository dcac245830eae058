package org.banip.surrogate.jini.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.core.ban.SampleLayout;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** What one call takes. */
class CollectingTest {
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "standard", 1);
    private static final SampleLayout LAYOUT =
            new SampleLayout(TestMbu.BAN.groups().get(0));
    /** Longer than a test may last: what is taken within this was not waited for. */
    private static final Duration LONG = Duration.ofSeconds(1);

    private static SensorData packet(long sequence) {
        var packet = TestMbu.packet(0, sequence);
        return new SensorData(SURROGATE, packet.header(), LAYOUT, packet.payload(), 1);
    }

    private static void add(Collecting collecting, int packets) {
        for (int sequence = 0; sequence < packets; sequence++) {
            collecting.delivered(packet(sequence));
        }
    }

    private static CompletableFuture<Collecting.Taken> taken(Collecting collecting) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return collecting.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static int events(Collecting collecting) throws InterruptedException, ExecutionException, TimeoutException {
        Collecting.Taken taken = taken(collecting).get(60, TimeUnit.SECONDS);
        return taken.events();
    }

    @Test
    void batchTakesWhatIsThere() throws Exception {
        Collecting collecting = new Collecting(new BatchRule(1, 512, 1 << 18, Duration.ZERO), data -> {});
        add(collecting, 1);
        assertThat(events(collecting)).isEqualTo(1);
        add(collecting, 37);
        assertThat(events(collecting)).isEqualTo(37);
    }

    @Test
    void eventsOfThePauseGoTogether() throws Exception {
        Collecting collecting = new Collecting(new BatchRule(1, 3, 1 << 18, LONG), data -> {});
        add(collecting, 1);
        assertThat(events(collecting)).isEqualTo(1);
        add(collecting, 1);
        CompletableFuture<Collecting.Taken> next = taken(collecting);
        add(collecting, 2);
        assertThat(next.get(60, TimeUnit.SECONDS).events()).isEqualTo(3);
    }

    @Test
    void changeOfStateDoesNotWait() throws Exception {
        Collecting collecting = new Collecting(new BatchRule(100, 100, 1 << 18, LONG), data -> {});
        add(collecting, 1);
        collecting.disappeared(SURROGATE, Disappearance.DEREGISTERED);
        Collecting.Taken taken = taken(collecting).get(60, TimeUnit.SECONDS);
        assertThat(taken.events()).isEqualTo(2);
        assertThat(taken.complete()).isTrue();
    }

    @Test
    void packetThatHasNoRoomEndsTheBatch() throws Exception {
        int bytes = packet(0).length();
        Collecting collecting = new Collecting(new BatchRule(100, 100, 2 * bytes - 1, LONG), data -> {});
        add(collecting, 1);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> add(collecting, 1));
        assertThat(events(collecting)).isEqualTo(1);
        second.get(60, TimeUnit.SECONDS);
        collecting.close();
        assertThat(taken(collecting).get(60, TimeUnit.SECONDS)).isNull();
    }
}
