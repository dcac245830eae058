package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.banip.app.source.EndingSensor;
import org.banip.app.source.SignalSource;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.store.WholeRecording;
import org.junit.jupiter.api.Test;

/** What the store has of a group that {@code banip command} stops, or sends at another rate. */
class GroupCommandsTest extends BanCommandFixture {
    private static final int ROUNDS = 5;

    @Test
    void groupsAreStoppedAndStartedExactly() throws Exception {
        start();
        SensorInput belt = mbu.input("belt");
        List<Integer> retirements = new ArrayList<>();
        int number = 0;
        for (int round = 0; round < ROUNDS; round++) {
            offer(number, 30);
            number += 30;
            assertThat(command("owen", "banip.stop", "group=belt", "--confirm")).isZero();
            retirements.add(number);
            assertThat(belt.offerNext(number)).isEqualTo(OfferOutcome.RETIRED);
            await().atMost(PATIENCE)
                    .until(() -> host.surrogates()
                            .get(0)
                            .statistics()
                            .groups()
                            .get(0)
                            .retired());
            assertThat(command("owen", "banip.start", "group=belt")).isZero();
        }
        assertThat(belt.offerNext(number++)).isEqualTo(OfferOutcome.ACCEPTED);
        mbu.awaitDelivered(PATIENCE);
        stop();
        Found found = stored(0);
        assertThat(found.retirements).isEqualTo(retirements);
        assertThat(found.gaps).isEmpty();
        for (int i = 0; i < number; i++) {
            assertThat(found.numbers.get(i)).isEqualTo(i);
        }
        assertThat(found.numbers).hasSize(number);
    }

    /** What {@code banip mbu} and {@code banip export} print is equal, also if sensor sets were left out meanwhile. */
    @Test
    void theDigestOfASensorThatWasStoppedIsThatOfTheStore() throws Exception {
        SignalSource signal = SignalSource.generated(Optional.empty());
        SensorSetDigest sensed = new SensorSetDigest(signal.groups());
        AtomicBoolean over = new AtomicBoolean();
        start(Map.of(), builder -> {
            EndingSensor.of(signal.open(sensed), over::get).forEach(builder::sensor);
            return builder;
        });
        String name = signal.groups().get(0).name();
        for (int round = 1; round <= 2; round++) {
            long enough = 100L * round;
            await().atMost(PATIENCE).until(() -> group(name).unitsProduced() >= enough);
            assertThat(command("owen", "banip.stop", "group=" + name, "--confirm"))
                    .isZero();
            await().atMost(PATIENCE).until(() -> group(name).retired());
            assertThat(command("owen", "banip.start", "group=" + name)).isZero();
        }
        over.set(true);
        mbu.awaitDelivered(PATIENCE);
        assertThat(group(name).gaps()).isZero();
        stop();
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            WholeRecording whole = new WholeRecording(
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed()));
            int number = whole.groups().indexOf(signal.groups().get(0));
            SensorSetDigest stored = whole.digest();
            assertThat(stored.sets(number)).isGreaterThanOrEqualTo(200).isEqualTo(sensed.sets(0));
            assertThat(stored.hex(number)).isEqualTo(sensed.hex(0));
        }
    }

    /** The full rate before and after, and every tenth sensor set under the command, over breaks of the link; all else is a declared gap. */
    @Test
    void rateIsLoweredAndGivenBackExactly() throws Exception {
        start();
        offer(0, 300);
        mbu.awaitDelivered(PATIENCE);
        String allowed = "argument rate is '50', allowed are 10, 100, 0";
        assertWrong(2, allowed, "owen", "banip.rate", "group=belt", "rate=50", "--confirm");
        assertThat(belt()).matches(group -> !group.thinned() && group.gaps() == 0 && group.unitsAcknowledged() == 300);

        assertThat(command("owen", "banip.rate", "group=belt", "rate=10", "--confirm"))
                .isZero();
        assertThat(out).hasToString("belt at 10 Hz\n");
        await().atMost(PATIENCE).until(() -> belt().thinned());
        for (int number = 300; number < 1300; number += 100) {
            offer(number, 100);
            link.breakAll();
        }
        mbu.awaitDelivered(PATIENCE);
        assertThat(belt())
                .matches(group -> group.unitsAcknowledged() == 300 && group.unitsThinned() == 1000)
                .matches(group -> group.unitsReduced() == 1000);

        assertThat(command("owen", "banip.rate", "group=belt", "rate=0", "--confirm"))
                .isZero();
        assertThat(out).hasToString("belt at 100 Hz, or less while the link does not carry everything\n");
        await().atMost(PATIENCE).until(() -> !belt().thinned());
        offer(1300, 300);
        mbu.awaitDelivered(PATIENCE);
        stop();
        Found full = stored(0);
        assertThat(full.numbers)
                .isEqualTo(IntStream.range(0, 1600)
                        .filter(number -> number < 300 || number >= 1300)
                        .boxed()
                        .toList());
        long next = 300;
        for (Gap gap : full.gaps) {
            assertThat(gap).matches(of -> of.reason() == Gap.Reason.THINNED);
            assertThat(gap.firstUnit()).isEqualTo(next);
            next = gap.endUnit();
        }
        assertThat(next).isEqualTo(1300);
        Found lower = stored(1);
        assertThat(lower.gaps).isEmpty();
        assertThat(lower.numbers)
                .isEqualTo(IntStream.range(30, 130)
                        .map(tenth -> 10 * tenth)
                        .boxed()
                        .toList());
        assertThat(lower.origins)
                .containsExactly(BELT.frequency().instantNanos(full.gaps.get(0).originNanos(), 300));
    }

    private GroupStatus belt() {
        return group("belt");
    }

    private GroupStatus group(String name) {
        return mbu.status().groups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
