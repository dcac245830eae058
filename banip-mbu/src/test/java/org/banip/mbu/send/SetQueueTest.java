package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.core.packet.Gap;
import org.junit.jupiter.api.Test;

class SetQueueTest {
    private static final int BYTES = 8192;
    private static final int FIT = BYTES / 4;

    private final SendFixture fixture = new SendFixture(BYTES);
    private final SetQueue queue = fixture.queue;

    @Test
    void urgentClassesLeaveFirst() {
        queue.offer(2, SendFixture.sets(SendFixture.MOTION, 0, 0, 3), 0);
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, 5), 0);
        queue.offer(0, SendFixture.sets(SendFixture.ALARM, 0, 0, 1), 0);
        assertThat(fixture.drain().out).containsExactly("alarm:0+1", "ecg:0+5", "motion:0+3");
    }

    @Test
    void consecutiveOffersAreJoinedAndGridsAreNot() {
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, 5), 0);
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 5, 2), 0);
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 9, 0, 1), 0);
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 9, 3, 1), 0);
        assertThat(fixture.drain().out).containsExactly("ecg:0+7", "ecg:0+1", "ecg:3+1");
    }

    @Test
    void acceptsWhatFitsAndReleasesWhatIsAdmitted() {
        assertThat(queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, FIT + 10), 0))
                .isEqualTo(FIT);
        assertThat(queue.room(1)).isZero();
        assertThat(queue.room(0)).isEqualTo(FIT);
        assertThat(fixture.takeOne(100)).isTrue();
        assertThat(fixture.takeOne(0)).isFalse();
        assertThat(queue.room(1)).isEqualTo(100);
        assertThat(queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, FIT + 10), FIT))
                .isEqualTo(10);
        fixture.drain();
        assertThat(fixture.out).startsWith("ecg:0+100").endsWith("ecg:" + FIT + "+10");
    }

    @Test
    void lossesKeepTheirPlaceAndAreJoined() {
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, 5), 0);
        assertThat(queue.lose(1, 0, 5, 2, Gap.Reason.SPOOL_FULL)).isTrue();
        assertThat(queue.lose(1, 0, 7, 1, Gap.Reason.SPOOL_FULL)).isTrue();
        assertThat(queue.lose(1, 0, 8, 1, Gap.Reason.SENSOR_SILENT)).isTrue();
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 9, 1), 0);
        assertThat(fixture.drain().out)
                .containsExactly("ecg:0+5", "ecg:-5+3 SPOOL_FULL", "ecg:-8+1 SENSOR_SILENT", "ecg:9+1");
        assertThat(fixture.counters.get(1).unitsEntered).hasValue(10);
    }

    @Test
    void declarationsAreBounded() {
        int declared = 0;
        while (queue.lose(1, declared, 0, 1, Gap.Reason.SPOOL_FULL)) {
            declared++;
        }
        assertThat(declared).isEqualTo(1024 + BYTES / SetQueue.LOST_BYTES);
        fixture.takeOne(1);
        assertThat(queue.lose(1, declared, 0, 1, Gap.Reason.SPOOL_FULL)).isTrue();
    }

    @Test
    void lossesOfASensorAreDeclaredEvenIfDeclarationsFillTheQueue() {
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, FIT), 0);
        for (int i = 1; queue.lose(1, i, 0, 1, Gap.Reason.SPOOL_FULL); i++) {
            assertThat(i).as("declarations").isLessThan(10_000);
        }
        queue.flush(1);
        assertThat(queue.lose(1, 0, FIT, 3, Gap.Reason.SPOOL_FULL)).isTrue();
        assertThat(queue.lose(1, 0, FIT + 3, 4, Gap.Reason.SPOOL_FULL)).isTrue();
        assertThat(queue.lose(1, 9, 0, 1, Gap.Reason.SPOOL_FULL)).isFalse();
        assertThat(fixture.drain().out).endsWith("ecg:flush", "ecg:-" + FIT + "+7 SPOOL_FULL");
    }

    @Test
    void consecutiveFlushesAreJoined() {
        queue.flush(1);
        queue.flush(1);
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, 5), 0);
        queue.flush(1);
        assertThat(fixture.drain().out).containsExactly("ecg:flush", "ecg:0+5", "ecg:flush");
    }

    @Test
    void closedQueueRefusesItemsAndReleasesThoseThatWait() throws Exception {
        queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, 5), 0);
        queue.close();
        assertThat(queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 5, 5), 0))
                .isZero();
        assertThat(queue.lose(1, 0, 5, 1, Gap.Reason.SPOOL_FULL)).isFalse();
        assertThat(queue.awaitRoom(1)).isFalse();
        assertThat(fixture.drain().out).containsExactly("ecg:0+5");
        assertThat(queue.isEmpty()).isTrue();
    }
}
