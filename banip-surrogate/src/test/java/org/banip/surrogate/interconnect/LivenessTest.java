package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/** Active, silent, expired, by a clock that the test moves (docs/protocol.md, "Liveness"). */
class LivenessTest extends ClockedHostTest {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);
    private static final Duration SILENT = KEEP_ALIVE.multipliedBy(3).plusMillis(1);

    /** The path was interrupted, and what was under way there comes when it is back. */
    @Test
    void requestsOfASilentInterconnectGoOnWhenDataComeThere() throws IOException {
        try (HttpWire data = mbu.beginDuplex()) {
            ReverseWire reverse = new ReverseWire(data);
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 2)));
            reverse.awaitAcknowledged(0, 2);
            fallSilent();

            data.chunk(Frames.body(2, TestMbu.packets(0, 2, 3)));
            reverse.awaitAcknowledged(0, 3);
            assertThat(state()).isEqualTo(SurrogateState.ACTIVE);
            clock.pass(KEEP_ALIVE.multipliedBy(2));
            data.chunk(Frames.body(2, TestMbu.packets(0, 3, 4)));
            reverse.awaitAcknowledged(0, 4);
        }
        await().untilAsserted(() -> assertThat(recorded.events())
                .containsSubsequence("appeared ban-17", "delivered 0/1", "silent", "resumed", "delivered 0/2"));
    }

    @Test
    void frameThatTheSilenceInterruptedIsCompletedLater() throws IOException {
        byte[] frame = Frames.body(2, TestMbu.packets(0, 0, 1));
        try (HttpWire data = mbu.beginDuplex()) {
            data.chunk(Arrays.copyOf(frame, 3));
            await().until(() -> statistics().bodyBytes() == 3);
            clock.pass(SILENT.multipliedBy(2));
            await().until(() -> state() == SurrogateState.SILENT);
            clock.pass(KEEP_ALIVE);

            data.chunk(Arrays.copyOfRange(frame, 3, frame.length));
            new ReverseWire(data).awaitAcknowledged(0, 1);
        }
    }

    /** The path brings what waited one request after the other. */
    @Test
    void frameOfAnotherRequestThatTheSilenceInterruptedHasItsTimeFromThereOn() throws IOException {
        byte[] first = Frames.body(2, TestMbu.packets(0, 0, 1));
        byte[] second = Frames.body(2, TestMbu.packets(1, 0, 1));
        try (HttpWire data = mbu.beginDuplex();
                HttpWire other = mbu.beginData()) {
            ReverseWire reverse = new ReverseWire(data);
            data.chunk(Arrays.copyOf(first, 3));
            other.chunk(Arrays.copyOf(second, 3));
            await().until(() -> statistics().bodyBytes() == 6);
            fallSilent();

            data.chunk(Arrays.copyOfRange(first, 3, first.length));
            reverse.awaitAcknowledged(0, 1);
            clock.pass(KEEP_ALIVE);
            reverse.next(Control.KeepAlive.class, frame -> true);
            other.chunk(Arrays.copyOfRange(second, 3, second.length));
            reverse.awaitAcknowledged(1, 1);
        }
    }

    /** It may be alive while the connection of the data request is dead: the MBU would not learn of it. */
    @Test
    void separateReverseChannelEndsAndTheDataRequestGoesOn() throws IOException {
        try (HttpWire data = mbu.beginData()) {
            try (ReverseWire reverse = mbu.reverse()) {
                data.chunk(Frames.body(2, TestMbu.packets(0, 0, 2)));
                reverse.awaitAcknowledged(0, 2);
                fallSilent();
                assertTold(reverse);
            }
            try (ReverseWire reverse = mbu.reverse()) {
                data.chunk(Frames.body(2, TestMbu.packets(0, 2, 3)));
                reverse.awaitAcknowledged(0, 3);
            }
        }
        assertThat(state()).isEqualTo(SurrogateState.ACTIVE);
    }

    @Test
    void separateReverseChannelOfASilentInterconnectEndsIfNoDataCome() throws IOException {
        mbu.send(0, 2);
        fallSilent();
        try (ReverseWire reverse = mbu.reverse()) {
            reverse.next();
            clock.pass(KEEP_ALIVE);
            reverse.next(Control.KeepAlive.class, frame -> true);
            clock.pass(KEEP_ALIVE.multipliedBy(2).plusMillis(1));
            assertTold(reverse);
        }
    }

    private static void assertTold(ReverseWire reverse) throws IOException {
        Control.ErrorReport told = reverse.next(Control.ErrorReport.class, frame -> true);
        assertThat(told.codeNumber()).isEqualTo(ErrorCode.SILENT.number());
        reverse.awaitEnd();
    }

    @Test
    void anotherRequestEndsThoseOfTheTimeBeforeTheSilence() throws IOException {
        try (HttpWire data = mbu.beginDuplex();
                HttpWire dataAlone = mbu.beginData()) {
            ReverseWire reverse = new ReverseWire(data);
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 2)));
            reverse.awaitAcknowledged(0, 2);
            dataAlone.chunk(Frames.of(new Control.TimeRequest(1)));
            reverse.next(Control.TimeAnswer.class, frame -> true);
            fallSilent();

            try (ReverseWire later = mbu.reverse()) {
                assertThat(mbu.send(2, 3).acknowledged()).containsExactly(3L, 0L);
                later.awaitAcknowledged(0, 3);
                WireAnswer answer = dataAlone.answer();
                assertThat(answer.status()).isEqualTo(408);
                assertThat(answer.error()).isEqualTo("silent");
                assertTold(reverse);
                clock.pass(KEEP_ALIVE);
                later.next(Control.KeepAlive.class, frame -> true);
            }
        }
        assertThat(state()).isEqualTo(SurrogateState.ACTIVE);
    }

    @Test
    void requestsOfASilentInterconnectEndWhenItExpires() throws IOException {
        try (HttpWire data = mbu.beginDuplex();
                HttpWire dataAlone = mbu.beginData()) {
            ReverseWire reverse = new ReverseWire(data);
            dataAlone.chunk(Frames.body(2, TestMbu.packets(0, 0, 2)));
            reverse.awaitAcknowledged(0, 2);
            fallSilent();
            clock.pass(Duration.ofMinutes(1));
            await().until(() -> host.host().surrogates().isEmpty());
            assertThat(dataAlone.answer().error()).isEqualTo("unknown-interconnect");
            reverse.awaitEnd();
        }
    }

    private void fallSilent() {
        clock.pass(SILENT);
        await().until(() -> state() == SurrogateState.SILENT);
    }

    @Test
    void anyFrameKeepsAlive() throws IOException {
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            reverse.next();
            for (int i = 0; i < 10; i++) {
                clock.pass(KEEP_ALIVE.multipliedBy(2));
                data.chunk(Frames.of(new Control.TimeRequest(i)));
                int asked = i;
                reverse.next(Control.TimeAnswer.class, frame -> frame.requestSentNanos() == asked);
            }
        }
        assertThat(state()).isEqualTo(SurrogateState.ACTIVE);
        assertThat(recorded.events()).doesNotContain("silent");
    }

    @Test
    void hostSendsKeepAlivesWhenItHasNothingElseToSay() throws IOException {
        try (ReverseWire reverse = mbu.reverse()) {
            assertThat(reverse.next()).isInstanceOf(Control.Acknowledgement.class);
            clock.pass(KEEP_ALIVE);
            assertThat(reverse.next()).isInstanceOf(Control.KeepAlive.class);
            clock.pass(KEEP_ALIVE);
            assertThat(reverse.next()).isInstanceOf(Control.KeepAlive.class);
        }
    }

    @Test
    void silentInterconnectExpiresAfterTheGraceTimeAndCanRegisterAgain() throws IOException {
        mbu.send(0, 2);
        clock.pass(SILENT);
        await().until(() -> state() == SurrogateState.SILENT);
        clock.pass(Duration.ofSeconds(59));
        assertThat(state()).isEqualTo(SurrogateState.SILENT);
        clock.pass(Duration.ofSeconds(2));
        await().until(() -> host.host().surrogates().isEmpty());

        WireAnswer answer = mbu.send(2, 3);
        assertThat(answer.error()).isEqualTo("unknown-interconnect");
        assertThat(mbu.register().groups().get(0).nextSequence()).isEqualTo(2);
        assertThat(mbu.send(2, 3).acknowledged()).containsExactly(3L, 0L);
        await().untilAsserted(() -> assertThat(recorded.events())
                .containsSubsequence("silent", "disappeared expired", "appeared ban-17", "delivered 0/2"));
        assertThat(host.host().statistics().expired()).isEqualTo(1);
    }

    @Test
    void bodyThatBringsBytesButNoFrameIsCutOff() throws IOException {
        try (HttpWire slow = mbu.beginData();
                HttpWire other = mbu.beginData();
                ReverseWire reverse = mbu.reverse()) {
            byte[] frame = Frames.body(2, TestMbu.packets(0, 0, 1));
            slow.chunk(new byte[] {frame[0]});
            reverse.next();
            await().until(() -> statistics().bodyBytes() == 1);
            for (int i = 1; i < 5; i++) {
                clock.pass(KEEP_ALIVE);
                if (i < 4) {
                    slow.chunk(new byte[] {frame[i]});
                }
                other.chunk(Frames.of(new Control.TimeRequest(i)));
                int asked = i;
                reverse.next(Control.TimeAnswer.class, answer -> answer.requestSentNanos() == asked);
            }
            WireAnswer answer = slow.answer();
            assertThat(answer.error()).isEqualTo("silent");
            assertThat(answer.message()).contains("no frame was completed");
        }
        assertThat(state()).isEqualTo(SurrogateState.ACTIVE);
    }

    @Test
    void mostQuietRequestMakesRoomWhenTooManyAreOpen() throws IOException {
        try (HttpWire dead = mbu.beginData();
                ReverseWire reverse = mbu.reverse()) {
            dead.chunk(Frames.of(new Control.TimeRequest(0)));
            reverse.next(Control.TimeAnswer.class, answer -> true);
            clock.pass(KEEP_ALIVE.multipliedBy(2));
            java.util.List<HttpWire> alive = new java.util.ArrayList<>();
            for (int i = 1; i < HostLimits.DEFAULT.dataRequests(); i++) {
                alive.add(mbu.beginData());
                alive.get(i - 1).chunk(Frames.of(new Control.TimeRequest(i)));
                int asked = i;
                reverse.next(Control.TimeAnswer.class, answer -> answer.requestSentNanos() == asked);
            }
            assertThat(mbu.send(0, 1).error()).isEqualTo("limit-reached");
            clock.pass(KEEP_ALIVE.multipliedBy(2));
            assertThat(mbu.send(0, 1).acknowledged()).containsExactly(1L, 0L);
            assertThat(dead.answer().error()).isEqualTo("silent");
            for (HttpWire wire : alive) {
                wire.close();
            }
        }
    }

    private SurrogateState state() {
        return host.surrogate(mbu.session()).state();
    }

    private org.banip.surrogate.api.SurrogateStatistics statistics() {
        return host.surrogate(mbu.session()).statistics();
    }
}
