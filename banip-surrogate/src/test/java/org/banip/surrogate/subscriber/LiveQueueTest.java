package org.banip.surrogate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.SurrogateDescription;
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
        assertThat(queue.statistics()).isEqualTo(new SubscriberStatistics(0, 3616, 5 * 3616, 16_385, 0));
    }
}
