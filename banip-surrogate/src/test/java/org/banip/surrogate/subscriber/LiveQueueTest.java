package org.banip.surrogate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

class LiveQueueTest {
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "standard", 0);

    @Test
    void gapsThatFindNoRoomAreLeftOutAndCounted() {
        LiveQueue queue = new LiveQueue(Optional.empty(), 1, () -> {});
        for (int sequence = 0; sequence < 20_000; sequence++) {
            queue.add(new LiveEvent.GapDeclared(
                    SURROGATE, new Gap(0, sequence, 1, TestMbu.ORIGIN, 5L * sequence, 5, Gap.Reason.SENSOR_SILENT)));
        }
        assertThat(queue.statistics()).isEqualTo(new SubscriberStatistics(0, 3616, 5 * 3616, 16_385, 0, 0));
    }

    @Test
    void ofWhatSurrogatesSayTheNewestLinesAreKept() {
        LiveQueue queue = new LiveQueue(Optional.empty(), 1 << 20, () -> {});
        for (int i = 0; i < 1000; i++) {
            queue.add(new LiveEvent.Told(SURROGATE, i, "line " + i));
            queue.add(gap(SURROGATE));
        }
        Recorded recorded = new Recorded();
        while (queue.next(recorded)) {
            // all of them
        }
        assertThat(recorded.events().stream().filter(event -> event.startsWith("told")))
                .hasSize(64)
                .startsWith("told line 936")
                .endsWith("told line 999");
        assertThat(recorded.events().stream().filter(event -> event.startsWith("gap")))
                .hasSize(1000);
        for (int i = 0; i < 100; i++) {
            queue.add(new LiveEvent.Told(SURROGATE, i, "again " + i));
        }
        assertThat(queue.statistics().waitingEvents()).isEqualTo(64);
    }

    @Test
    void ofAlertsTheFirstStepsAreKeptAndTheRestIsCounted() {
        LiveQueue queue = new LiveQueue(Optional.empty(), 1 << 20, () -> {});
        for (int step = 1; step <= 1100; step++) {
            queue.add(new LiveEvent.Alerted(SURROGATE, step(step)));
        }
        assertThat(queue.statistics().missedAlerts()).isEqualTo(76);
        Recorded recorded = new Recorded();
        while (queue.next(recorded)) {
            // all of them
        }
        assertThat(recorded.events()).hasSize(1025).endsWith("missed alerts 76").doesNotContain("missed");
        queue.add(new LiveEvent.Alerted(SURROGATE, step(1101)));
        assertThat(queue.next(recorded)).isTrue();
        assertThat(recorded.events()).endsWith("alert raised");
    }

    private static AlertNotice step(int number) {
        return AlertNotice.parse("{\"id\":\"" + new UUID(1, 2) + "\",\"step\":" + number
                + ",\"event\":\"raised\",\"at\":\"2026-11-27T12:00:05.1Z\",\"who\":\"host\",\"ban\":\"ban-17\",\"session\":\""
                + new UUID(3, 4)
                + "\",\"priority\":\"high\",\"detector\":\"heart\",\"kind\":\"asystole\",\"group\":\"ecg\","
                + "\"channel\":\"II\",\"since\":\"2026-11-27T12:00:00.2Z\",\"value\":4.5,\"unit\":\"s\"}");
    }

    @Test
    void surrogatesThatComeAndGoBehindASlowSubscriberAreNotKept() {
        LiveQueue queue = new LiveQueue(Optional.empty(), 1 << 20, () -> {});
        queue.add(new LiveEvent.Appeared(SURROGATE));
        boolean unused = queue.next(new Recorded());
        for (int i = 0; i < 100_000; i++) {
            SurrogateDescription passing = surrogate();
            queue.add(new LiveEvent.Appeared(passing));
            queue.add(gap(passing));
            queue.add(new LiveEvent.Silent(passing));
            queue.add(new LiveEvent.Disappeared(passing, Disappearance.DEREGISTERED));
            queue.add(new LiveEvent.Silent(SURROGATE));
            queue.add(new LiveEvent.Resumed(SURROGATE));
        }
        assertThat(queue.statistics().waitingEvents()).isLessThan(100);
        assertThat(queue.statistics().missedPackets()).isGreaterThan(99_900);
    }

    @Test
    void theySayNothingInAFullQueueEither() {
        LiveQueue queue = new LiveQueue(Optional.empty(), 1 << 20, () -> {});
        for (int i = 0; i < 20_000; i++) {
            queue.add(gap(SURROGATE));
        }
        int full = queue.statistics().waitingEvents();
        for (int i = 0; i < 500; i++) {
            SurrogateDescription passing = surrogate();
            queue.add(new LiveEvent.Appeared(passing));
            queue.add(gap(passing));
            queue.add(new LiveEvent.Disappeared(passing, Disappearance.DEREGISTERED));
        }
        assertThat(queue.statistics().waitingEvents()).isLessThan(full + 100);
    }

    @Test
    void whatASlowSubscriberKnowsAndWhatIsPresentIsTold() {
        LiveQueue queue = new LiveQueue(Optional.empty(), 1 << 20, () -> {});
        queue.add(new LiveEvent.Appeared(SURROGATE));
        boolean unused = queue.next(new Recorded());
        for (int i = 0; i < 1000; i++) {
            SurrogateDescription passing = surrogate();
            queue.add(new LiveEvent.Appeared(passing));
            queue.add(new LiveEvent.Disappeared(passing, Disappearance.EXPIRED));
        }
        queue.add(new LiveEvent.Silent(SURROGATE));
        queue.add(new LiveEvent.Disappeared(SURROGATE, Disappearance.EXPIRED));
        SurrogateDescription present = surrogate();
        queue.add(new LiveEvent.Appeared(present));
        queue.add(gap(present));

        Recorded recorded = new Recorded();
        while (queue.next(recorded)) {
            // until nothing waits
        }
        assertThat(recorded.events())
                .endsWith("disappeared expired", "silent", "disappeared expired", "appeared ban-17", "gap 0/0");
        assertThat(recorded.events()).hasSize(64 + 4);
        assertThat(queue.statistics().waitingEvents()).isZero();
    }

    private static SurrogateDescription surrogate() {
        return new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "standard", 0);
    }

    private static LiveEvent gap(SurrogateDescription surrogate) {
        return new LiveEvent.GapDeclared(surrogate, new Gap(0, 0, 1, TestMbu.ORIGIN, 0, 5, Gap.Reason.SENSOR_SILENT));
    }
}
