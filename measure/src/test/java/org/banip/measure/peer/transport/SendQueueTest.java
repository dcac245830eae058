package org.banip.measure.peer.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.PeerSignal;
import org.junit.jupiter.api.Test;

/** What waits to be sent and acknowledged. */
class SendQueueTest {
    private final List<Packet> packets = new PeerSignal(10, 5).packets(); // the fifth and the tenth are of group 1
    private final SendQueue queue = new SendQueue(6);

    private Packet next() throws InterruptedException {
        return queue.next(Duration.ofSeconds(10)).orElseThrow();
    }

    private void fill() throws InterruptedException {
        for (Packet packet : packets) {
            queue.put(packet);
        }
    }

    @Test
    void noMoreThanAllowedAreInFlight() throws Exception {
        fill();
        for (int i = 0; i < 6; i++) {
            assertThat(next()).isSameAs(packets.get(i));
        }
        assertThat(queue.next(Duration.ZERO)).isEmpty();
        queue.acknowledge(packets.get(2));
        assertThat(next()).isSameAs(packets.get(6));
    }

    @Test
    void whatIsNotAcknowledgedIsSentAgainInOrder() throws Exception {
        fill();
        for (int i = 0; i < 6; i++) {
            next();
        }
        Acknowledgement.apply(ByteBuffer.wrap(Acknowledgement.encode(new long[] {2, 1})), queue);
        queue.rewind();
        for (int i : new int[] {2, 3, 5, 6, 7, 8}) {
            assertThat(next()).isSameAs(packets.get(i));
        }
        assertThat(queue.acknowledgedUnits()).isEqualTo(3 * 90);
    }

    @Test
    void isEmptyWhenAllIsAcknowledged() throws Exception {
        fill();
        for (Packet packet : packets) {
            assertThat(queue.isEmpty()).isFalse();
            next();
            queue.acknowledge(packet);
        }
        assertThat(queue.isEmpty()).isTrue();
    }
}
