package org.banip.gateway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.gateway.sample.Samples;
import org.banip.mbu.spi.SensorInput.GridUnit;
import org.junit.jupiter.api.Test;

/** Which messages are in a spool that ends somewhere. Instants are in milliseconds; a sensor set is sampled each 100 ms. */
class RecoveredMarksTest {
    private static final long MILLI = 1_000_000L;
    private static final Frequency FREQUENCY = Frequency.ofHz(10);

    private static Mark mark(boolean named, long sampledMillis, int units) {
        MessageKey key = named ? MessageKey.named("m" + sampledMillis) : MessageKey.at(sampledMillis * MILLI);
        return new Mark(0, key, new Samples.Digest(ByteBuffer.allocate(32)), units, sampledMillis * MILLI, 0, false);
    }

    private static Mark timed(long sampledMillis, int units) {
        return mark(false, sampledMillis, units);
    }

    private static List<Mark> believed(long dueMillis, Mark... marks) {
        return RecoveredMarks.believed(List.of(marks), FREQUENCY, Optional.of(new GridUnit(dueMillis * MILLI, 0)));
    }

    @Test
    void messagesUpToTheEndOfTheSpoolAreThere() {
        Mark first = timed(1000, 5);
        Mark second = timed(1500, 5);
        assertThat(believed(1000, first, second)).isEmpty();
        assertThat(believed(1100, first, second)).containsExactly(first.units(1));
        assertThat(believed(1500, first, second)).containsExactly(first);
        assertThat(believed(1600, first, second)).containsExactly(first, second.units(1));
        assertThat(believed(2000, first, second)).containsExactly(first, second);
        assertThat(believed(900_000, first, second)).as("a gap follows").containsExactly(first, second);
    }

    @Test
    void aTimeBesideTheGridCountsOnTheGrid() {
        Mark late = timed(1520, 5);
        Mark early = timed(1480, 5);
        for (int units = 1; units <= 5; units++) {
            assertThat(believed(1500 + 100L * units, timed(1000, 5), late)).contains(late.units(units));
            assertThat(believed(1500 + 100L * units, timed(1000, 5), early)).contains(early.units(units));
        }
    }

    @Test
    void aMessageBehindAGapIsNotThereIfOnlyTheGapIs() {
        Mark before = timed(1000, 5);
        Mark behind = timed(9000, 5);
        assertThat(believed(9000, before, behind)).containsExactly(before);
        Mark besideTheGrid = mark(true, 9015, 5); // the gap is a whole number of units, and ends behind its first one
        assertThat(believed(9100, before, besideTheGrid)).containsExactly(before);
    }

    @Test
    void afterTheClockWasSetBackTheOrderOfTheOffersCounts() {
        Mark before = timed(100_000, 5);
        Mark after = timed(50_000, 5);
        assertThat(believed(100_500, before, after))
                .as("the second one is not there")
                .containsExactly(before);
        assertThat(believed(100_300, before, after)).containsExactly(before.units(3));
        assertThat(believed(50_200, before, after)).containsExactly(before, after.units(2));
        assertThat(believed(50_500, before, after)).containsExactly(before, after);
    }

    @Test
    void ofMeasurementsInQuickSuccessionTheNearestOneToTheEndIsTheLast() {
        Mark first = timed(1000, 1);
        Mark second = timed(1005, 1);
        Mark third = timed(1012, 1);
        assertThat(believed(1100, first, second, third)).containsExactly(first);
        assertThat(believed(1105, first, second, third)).containsExactly(first, second);
        assertThat(believed(1112, first, second, third)).containsExactly(first, second, third);
    }

    @Test
    void whatTheHostHasStoredIsBelievedWhateverTheSpoolHas() {
        Mark stored = timed(1000, 5).isStored();
        Mark lost = timed(1500, 5);
        assertThat(RecoveredMarks.believed(List.of(stored, lost), FREQUENCY, Optional.empty()))
                .containsExactly(stored);
        assertThat(believed(1200, stored, lost)).containsExactly(stored);
    }

    /** A message of a BANip device, whose sampling grid began at that time. */
    private static Mark onGrid(String name, long originMillis, long unit, int units) {
        long sampled = originMillis * MILLI + FREQUENCY.nanosOfUnit(unit);
        return new Mark(
                0,
                MessageKey.named(name),
                new Samples.Digest(ByteBuffer.allocate(32)),
                units,
                sampled,
                0,
                false,
                Optional.of(new GridUnit(originMillis * MILLI, unit)));
    }

    @Test
    void onADevicesGridTheUnitCountsAndNotTheInstant() {
        Mark before = onGrid("a", 1000, 0, 10);
        Mark behind = onGrid(
                "b", 1500, 0,
                10); // a new grid that begins before the end of the former one, a multiple of the period off
        assertThat(end(1000, 10, before, behind))
                .as("the second one is not there")
                .containsExactly(before);
        assertThat(end(1000, 7, before, behind)).containsExactly(before.units(7));
        assertThat(end(1500, 5, before, behind)).containsExactly(before, behind.units(5));
        assertThat(end(1500, 10, before, behind)).containsExactly(before, behind);
        assertThat(end(1000, 90, before, behind))
                .as("a gap follows the first one")
                .containsExactly(before);
        assertThat(end(7000, 3, before, behind)).as("another grid").isEmpty();
    }

    private static List<Mark> end(long originMillis, long unit, Mark... marks) {
        return RecoveredMarks.believed(
                List.of(marks), FREQUENCY, Optional.of(new GridUnit(originMillis * MILLI, unit)));
    }
}
