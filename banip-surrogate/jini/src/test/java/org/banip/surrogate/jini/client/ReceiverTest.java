package org.banip.surrogate.jini.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.remote.BatchWriter;
import org.banip.surrogate.jini.remote.EventBatch;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Which subscriptions let the next attempt come soon. */
class ReceiverTest {
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "standard", 1);

    private static Receiver receiver(SurrogateListener listener) {
        Progress progress = new Progress(listener);
        progress.begin(SURROGATE, StartPoint.beginning(), List.of());
        return new Receiver(new ReentrantLock(), progress, () -> {});
    }

    private static EventBatch batch(int gaps) {
        BatchWriter writer = new BatchWriter();
        writer.appeared(SURROGATE);
        for (int sequence = 0; sequence < gaps; sequence++) {
            writer.gap(SURROGATE, new Gap(0, sequence, 1, TestMbu.ORIGIN, sequence, 1, Gap.Reason.SPOOL_FULL));
        }
        return writer.take();
    }

    @Test
    void dataThatTheListenerTookIsAccepted() throws Exception {
        Receiver receiver = receiver(new Recording());
        receiver.deliver(batch(0));
        assertThat(receiver.hasAccepted()).isFalse();
        receiver.deliver(batch(1));
        assertThat(receiver.hasAccepted()).isTrue();
    }

    @Test
    void listenerThatStartsAgainHasNotAccepted() throws Exception {
        Receiver receiver = receiver(new ForwardingListener(new Recording()) {
            @Override
            public void gap(SurrogateDescription surrogate, Gap gap) {
                if (gap.sequence() == 1) {
                    throw new StartAgainException("on purpose");
                }
            }
        });
        receiver.deliver(batch(1));
        assertThatExceptionOfType(RefusedException.class).isThrownBy(() -> receiver.deliver(batch(2)));
        assertThat(receiver.hasAccepted()).isFalse();
    }

    @Test
    void batchThatCannotBeReadIsNotAccepted() throws Exception {
        Receiver receiver = receiver(new Recording());
        receiver.deliver(batch(1));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> receiver.deliver(new EventBatch(new long[] {99}, new byte[0])));
        assertThat(receiver.hasAccepted()).isFalse();
    }
}
