package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.time.Duration;
import org.banip.core.frame.Control;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** An MBU that lets acknowledgements wait for others. */
class WaitingAcknowledgementTest extends ClockedHostTest {
    @Test
    void acknowledgementsShareAFrameWithWhatGoesNext() throws IOException {
        register(RegistrationRequest.LONGEST_ACKNOWLEDGE_WITHIN);
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            assertThat(reverse.next()).isInstanceOf(Control.Acknowledgement.class);
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 1)));
            assertAcknowledges(reverse.next(), 1); // the first one does not wait
            data.chunk(Frames.body(2, TestMbu.packets(0, 1, 3)));
            awaitStored(3);
            data.chunk(Frames.body(2, TestMbu.packets(0, 3, 6)));
            awaitStored(6);
            data.chunk(Frames.of(new Control.TimeRequest(1)));

            assertAcknowledges(reverse.next(), 6);
            assertThat(reverse.next()).isInstanceOf(Control.TimeAnswer.class);
        }
    }

    @Test
    void acknowledgementGoesByItselfWhenItMayWaitNoLonger() throws IOException {
        register(Duration.ofMillis(50));
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            for (int packet = 0; packet < 5; packet++) {
                data.chunk(Frames.body(2, TestMbu.packets(0, packet, packet + 1)));
                reverse.awaitAcknowledged(0, packet + 1);
            }
        }
    }

    /** An acknowledgement would otherwise come after ten seconds of the host's clock, which stands still. */
    @Test
    void acknowledgementDoesNotWaitWhenTheMbuKeepsMuch() throws IOException {
        register(RegistrationRequest.LONGEST_ACKNOWLEDGE_WITHIN);
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            assertThat(reverse.next()).isInstanceOf(Control.Acknowledgement.class);
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 1)));
            assertAcknowledges(reverse.next(), 1);
            data.chunk(Frames.body(2, TestMbu.packets(0, 1, 3000)));
            awaitStored(3000);

            assertThat(reverse.next()).isInstanceOf(Control.Acknowledgement.class);
        }
    }

    @Test
    void answerOfARequestDoesNotWait() throws IOException {
        register(RegistrationRequest.LONGEST_ACKNOWLEDGE_WITHIN);
        assertThat(mbu.send(0, 3).acknowledged()).containsExactly(3L, 0L);
    }

    @Test
    void nextRegistrationOfTheSessionChangesIt() throws IOException {
        register(RegistrationRequest.LONGEST_ACKNOWLEDGE_WITHIN);
        mbu.register();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            assertThat(reverse.next()).isInstanceOf(Control.Acknowledgement.class);
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
            awaitStored(3);
            reverse.awaitAcknowledged(0, 3);
            data.chunk(Frames.of(new Control.TimeRequest(1)));

            // The acknowledgement comes again if the store took two commits.
            reverse.next(Control.TimeAnswer.class, answer -> true);
        }
    }

    private static void assertAcknowledges(Control frame, long next) {
        assertThat(frame)
                .isInstanceOfSatisfying(
                        Control.Acknowledgement.class,
                        acknowledgement ->
                                assertThat(acknowledgement.nextSequences()).containsExactly(next, 0));
    }

    private void register(Duration acknowledgeWithin) throws IOException {
        RegistrationRequest plain = mbu.registration();
        RegistrationRequest waiting =
                plain.toBuilder().acknowledgeWithin(acknowledgeWithin).build();
        assertThat(mbu.post(waiting.toJson()).status()).isEqualTo(201);
    }

    private void awaitStored(long packets) {
        await().until(() ->
                host.surrogate(mbu.session()).statistics().groups().get(0).nextSequence() == packets);
    }
}
